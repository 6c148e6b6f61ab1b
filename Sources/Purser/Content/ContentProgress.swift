/// The progress of a content's download.
public struct ContentProgress: Sendable, Hashable {
    /// The bytes on this device, including those of earlier attempts.
    public var bytes: Int64
    /// The total number of bytes; `nil` when the source does not report it.
    public var total: Int64?
    /// The bytes per second over the last seconds; 0 before the first bytes arrive.
    public var bytesPerSecond: Double

    /// Makes a progress, for previews and tests of an app.
    public init(bytes: Int64, total: Int64? = nil, bytesPerSecond: Double = 0) {
        self.bytes = bytes
        self.total = total
        self.bytesPerSecond = bytesPerSecond
    }

    /// The downloaded part, from 0 to 1; `nil` when the total is not known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total <= 0 ? 1 : min(1, max(0, Double(bytes) / Double(total)))
    }

    /// The remaining time at this rate; `nil` when it is not known.
    public var remaining: Duration? {
        guard let total, bytesPerSecond > 0 else { return nil }
        let seconds = Double(max(0, total - bytes)) / bytesPerSecond
        return .seconds(min(seconds, 1e9))
    }
}

/// The state of a product's content, and the progress of its download.
public struct ContentStatus: Sendable, Hashable {
    /// Whether it is installed, on its way, paused, or none of these.
    public var state: ContentState
    /// The progress of the running download; `nil` when none runs, or its source has not reported yet.
    ///
    /// ``LocalFileSource`` reports none.
    public var progress: ContentProgress?

    /// Makes a status, for previews and tests of an app.
    public init(_ state: ContentState, progress: ContentProgress? = nil) {
        self.state = state
        self.progress = progress
    }
}

/// Measures a download from the bytes that arrived, and their times.
package struct ContentProgressState: Sendable {
    /// The progress; `nil` before the first report.
    package private(set) var progress: ContentProgress?
    private var since: (time: Duration, bytes: Int64)?

    /// The rate follows the last seconds: an older one counts half after each of these.
    private static let halfLife = 2.0
    /// Rates over less than this are noise.
    private static let shortest = Duration.milliseconds(200)

    /// Makes the state before the first report.
    package init() {}

    /// Records the number of bytes on the device.
    package mutating func reported(_ bytes: Int64, of total: Int64?, at now: Duration) {
        var rate = progress?.bytesPerSecond ?? 0
        // A download that starts again has its own rate.
        if let last = since, bytes >= last.bytes {
            let passed = now - last.time
            if passed >= Self.shortest {
                let seconds = passed / .seconds(1)
                let latest = Double(bytes - last.bytes) / seconds
                let kept = rate == 0 ? 0 : Self.weight(after: seconds)
                rate = rate * kept + latest * (1 - kept)
                since = (now, bytes)
            }
        } else {
            since = (now, bytes)
            rate = 0
        }
        progress = ContentProgress(bytes: bytes, total: total, bytesPerSecond: rate)
    }

    /// How much an earlier rate still counts after some time: one half after each ``halfLife``.
    private static func weight(after seconds: Double) -> Double {
        var weight = 1.0
        var left = seconds
        while left >= halfLife, weight > 0.001 {
            weight /= 2
            left -= halfLife
        }
        return weight * (1 - min(left, halfLife) / halfLife / 2)
    }
}
