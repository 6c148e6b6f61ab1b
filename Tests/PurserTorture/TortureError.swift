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
/// It looks again every millisecond: what is waited for (a record written, a finish done) takes about as long. Where the machine is
/// so busy that the looks come late, so does the work: it ends only after a look for each 10 ms of the time.
func settled(within limit: Duration, _ condition: () async -> Bool) async -> Bool {
    let end = ContinuousClock.now + limit
    var looksLeft = Int(limit / .milliseconds(10))
    while await !condition() {
        looksLeft -= 1
        guard looksLeft > 0 || ContinuousClock.now < end else { return false }
        guard (try? await Task.sleep(for: .milliseconds(1))) != nil else { return false }
    }
    return true
}
