/// How much a source may fetch, and over which networks; an app's own sources read them from ``ContentWork/limits``.
public struct ContentLimits: Sendable, Hashable {
    /// The most bytes of one content; `nil` for no limit.
    public var bytes: Int64?
    /// The most bytes of one content over a cellular network, or another one that the customer pays for by the byte: 0
    /// for none, `nil` for no limit.
    public var meteredBytes: Int64?

    /// Makes limits; by default there are none.
    public init(bytes: Int64? = nil, meteredBytes: Int64? = nil) {
        self.bytes = bytes
        self.meteredBytes = meteredBytes
    }
}
