/// How far the download of a content is.
public struct ContentProgress: Sendable, Hashable {
    /// How many bytes are on this device, those of earlier attempts among them.
    public var bytes: Int64
    /// How many there will be; `nil` where the source does not say.
    public var total: Int64?
    /// How many bytes arrive in a second, over the last seconds; 0 when nothing arrived yet.
    public var bytesPerSecond: Double

    /// A progress; previews and tests of an app may make some.
    public init(bytes: Int64, total: Int64? = nil, bytesPerSecond: Double = 0) {
        self.bytes = bytes
        self.total = total
        self.bytesPerSecond = bytesPerSecond
    }

    /// The part that is here, from 0 to 1; `nil` where the total is not known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total <= 0 ? 1 : min(1, max(0, Double(bytes) / Double(total)))
    }

    /// How much longer it takes at this rate; `nil` where that cannot be told.
    public var remaining: Duration? {
        guard let total, bytesPerSecond > 0 else { return nil }
        let seconds = Double(max(0, total - bytes)) / bytesPerSecond
        return .seconds(min(seconds, 1e9))
    }
}

/// Where the content of a product stands, and how far its download is.
public struct ContentStatus: Sendable, Hashable {
    /// Whether it is installed, on its way, paused, or none of these.
    public var state: ContentState
    /// How far the download is that is under way; `nil` when none is, or its source has not said yet.
    public var progress: ContentProgress?

    /// A status; previews and tests of an app may make some.
    public init(_ state: ContentState, progress: ContentProgress? = nil) {
        self.state = state
        self.progress = progress
    }
}

/// Measures a download: a value that is told what arrived, and when.
package struct ContentProgressState: Sendable {
    /// How far it is; `nil` before anything was told.
    package private(set) var progress: ContentProgress?
    private var since: (time: Duration, bytes: Int64)?

    /// The rate follows the last seconds: an older one counts half after each of these.
    private static let halfLife = 2.0
    /// Rates over less than this are not told apart from noise.
    private static let shortest = Duration.milliseconds(200)

    /// Nothing was told yet.
    package init() {}

    /// So many bytes are here now.
    package mutating func told(_ bytes: Int64, of total: Int64?, at now: Duration) {
        var rate = progress?.bytesPerSecond ?? 0
        // A download that begins anew has a rate of its own.
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
