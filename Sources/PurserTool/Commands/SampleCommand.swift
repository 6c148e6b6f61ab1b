/// `purser sample`.
struct SampleCommand: Command {
    static let syntax = CommandSyntax(
        name: "sample", summary: "Write the bundled sample configuration, for a first .storekit file",
        details: """
            purser sample > Garden.storekit makes a file in Xcode's format: purser products Garden.storekit lists
            it, and an app and its tests can sell from it.
            """)

    init(_ arguments: Arguments) throws {}

    func run(_ output: Output) async throws -> Int32 {
        output.text(String(decoding: PackageResources.Sample_storekit, as: UTF8.self))
        return ExitStatus.success
    }
}
