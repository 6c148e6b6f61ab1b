/// Works, and then closes what was open, also after an error.
func closing<Result>(
    isolation: isolated (any Actor)? = #isolation, _ close: () async throws -> Void, _ work: () async throws -> Result
) async throws -> Result {
    do {
        let result = try await work()
        try await close()
        return result
    } catch {
        try? await close()
        throw error
    }
}

/// Waits until a condition holds; `false` if it does not within the given time.
///
/// It checks every millisecond: the tool waits for short work, such as a written record or a finish. Where the machine is so
/// busy that the checks come late, so does the work: it ends only after a check for each 10 ms of the limit.
func settled(
    within limit: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
    _ condition: () async -> Bool
) async -> Bool {
    let end = ContinuousClock.now + limit
    var checksLeft = Int(limit / .milliseconds(10))
    while await !condition() {
        checksLeft -= 1
        guard checksLeft > 0 || ContinuousClock.now < end else { return false }
        guard (try? await Task.sleep(for: .milliseconds(1))) != nil else { return false }
    }
    return true
}
