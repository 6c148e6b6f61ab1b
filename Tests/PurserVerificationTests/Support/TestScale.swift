import PurserTesting

/// How much the longer tests do.
enum TestScale {
    /// The distance between the bytes that are tried: shorter the more is to be done, and each byte in the end.
    static func stride(of usual: Int) -> Int { max(1, usual / Seeds.factor) }
}
