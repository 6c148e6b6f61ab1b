/// The exit statuses of the tool.
enum ExitStatus {
    static let success: Int32 = 0
    /// The command failed.
    static let failure: Int32 = 1
    /// The command line is invalid: `EX_USAGE` of `sysexits.h`.
    static let usage: Int32 = 64
}
