/// What the tool ends with.
enum ExitStatus {
    static let success: Int32 = 0
    /// What was asked could not be done.
    static let failure: Int32 = 1
    /// What was asked makes no sense: `EX_USAGE` of `sysexits.h`.
    static let usage: Int32 = 64
}
