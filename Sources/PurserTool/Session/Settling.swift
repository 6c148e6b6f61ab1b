/// Returns once a condition holds; false when it did not within the time given.
///
/// It looks again every millisecond: what the tool waits for (a record written, a finish done) takes about as long.
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
