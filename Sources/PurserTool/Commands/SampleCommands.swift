import PurserSimulator

// The commands for a first look: the sample and the demo.
extension Command {
    static let sample = Command(
        "sample", "Write the bundled sample configuration, for a first .storekit file",
        brief: "write a first .storekit file",
        details: """
            purser sample > Garden.storekit makes a file in Xcode's format: purser products Garden.storekit lists it,
            and an app and its tests can sell from it.
            """
    ) { _ in { $0.text(String(decoding: PackageResources.Sample_storekit, as: UTF8.self)) } }

    static let demo = Command(
        "demo", "Sell from a .storekit file (the bundled sample by default) and check the books",
        brief: "sell from a file, and check the accounts", operands: "[FILE]",
        details: """
            Concurrent purchases, one that is approved later, failures that are retried, a manual finish, a refund and a
            restore, with their numbered updates, and a subscription's life on its own clock. Acts without a suitable
            product in the file are skipped. Status 1 if a count at the end is wrong.
            """
    ) { arguments in
        let path = arguments.operands.first
        return { output in
            let file = try path.map { try StoreFile(path: $0) } ?? StoreFile(sample: ())
            guard !file.catalog.products.isEmpty else {
                throw ToolError("\(file.name) sells nothing; purser products lists its mistakes")
            }
            file.showMistakes(output, inFull: false)
            guard try await Demo.run(file, output) else { throw Unsuccessful() }
        }
    }
}
