/// Waits until a condition holds; `false` if it does not within the given time.
///
/// It checks every millisecond: the tool waits for short work, such as a written record or a finish.
func settled(
    within limit: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
    _ condition: () async -> Bool
) async -> Bool {
    let end = ContinuousClock.now + limit
    while await !condition() {
        guard ContinuousClock.now < end else { return false }
        guard (try? await Task.sleep(for: .milliseconds(1))) != nil else { return false }
    }
    return true
}
