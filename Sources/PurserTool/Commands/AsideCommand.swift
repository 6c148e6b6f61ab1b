import Purser

/// `purser aside --store FILE --home DIR`, or `--attach PATH`.
struct AsideCommand: Command {
    static let syntax = CommandSyntax(
        name: "aside", summary: "List the updates that readers could not deal with",
        options: StoreArguments.lookingOptions + [
            OptionSyntax(name: "reader", value: "NAME", summary: "Only those of this reader"), .json,
        ],
        details: """
            An app that follows the updates sets aside what fails for good, and goes on. purser release gives it to its
            reader again. To see one, type follow NAME failing in purser shop.
            """)

    private let arguments: StoreArguments
    private let reader: String?

    init(_ arguments: Arguments) throws {
        self.arguments = try StoreArguments(arguments)
        reader = arguments.value("reader")
        guard reader == nil || arguments.value("attach") == nil else {
            throw UsageError("--reader is for --store and --home; with --attach all readers are listed")
        }
    }

    func run(_ output: Output) async throws -> Int32 {
        try await arguments.run(output, makesHome: false, attached: [.aside]) { session, _ in
            let updates = await session.store.setAsideUpdates(for: reader)
            if output.isJSON {
                for update in updates { output.json(AsideRows.json(update)) }
            } else {
                for line in AsideRows.lines(updates) { output.line(line) }
            }
            return ExitStatus.success
        }
    }
}

/// `purser release NAME N… --store FILE --home DIR`, or `--attach PATH`.
struct ReleaseCommand: Command {
    static let syntax = CommandSyntax(
        name: "release", summary: "Give updates to their reader again that it has set aside", operands: "NAME N…",
        operandCount: 2...1_000, options: StoreArguments.lookingOptions + [.json],
        details: """
            NAME is the reader, N the number of an update, as purser aside lists them. All are looked up first: if one was
            not set aside, none is released. The reader is given them as soon as it is followed.
            """)

    private let arguments: StoreArguments
    private let reader: String
    private let numbers: [UInt64]

    init(_ arguments: Arguments) throws {
        self.arguments = try StoreArguments(arguments)
        reader = arguments.operands[0]
        var numbers: [UInt64] = []
        for word in arguments.operands.dropFirst() {
            guard let number = UInt64(word.trimmingPrefix("#")) else {
                throw UsageError("the number of an update is wanted, not “\(word)”")
            }
            numbers.append(number)
        }
        self.numbers = numbers
    }

    func run(_ output: Output) async throws -> Int32 {
        let wishes = numbers.map { ShopWish.release(reader: reader, number: $0) }
        return try await arguments.run(output, makesHome: false, attached: wishes) { session, _ in
            for update in try await session.store.setAside(numbers, by: reader, see: "purser aside") {
                try await session.store.releaseSetAsideUpdate(update)
                output.write(
                    "\(Line.single(reader))  #\(update.update.sequence)  released",
                    .line("released", [("reader", .string(reader)), ("sequence", .integer(update.update.sequence))]))
            }
            return ExitStatus.success
        }
    }
}
