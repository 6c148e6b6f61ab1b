import Purser

/// Why something could not be done, in one line.
struct TortureError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Any error as one line.
    static func line(for error: any Error) -> String { "\(error)".split(separator: "\n").joined(separator: " ") }
}

/// Returns once a condition holds; false when it did not within the time given.
///
/// It looks again every millisecond: what is waited for (a record written, a finish done) takes about as long.
func settled(within limit: Duration, _ condition: () async -> Bool) async -> Bool {
    let end = ContinuousClock.now + limit
    while await !condition() {
        guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(1))) != nil else { return false }
    }
    return true
}
