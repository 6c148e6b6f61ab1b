import Purser

/// `purser failed --store FILE --home DIR`, or `--attach PATH`.
struct FailedUpdatesCommand: Command {
    static let syntax = CommandSyntax(
        name: "failed", summary: "List the updates that consumers could not process",
        options: StoreArguments.lookingOptions + [
            OptionSyntax(name: "consumer", value: "NAME", summary: "Only those of this consumer"), .json,
        ],
        details: """
            An update that a consumer cannot process becomes a failed update, and the consumer continues. purser release
            delivers it to its consumer again. To see one, type follow NAME failing in purser shop.
            """)

    private let arguments: StoreArguments
    private let consumer: String?

    init(_ arguments: Arguments) throws {
        self.arguments = try StoreArguments(arguments)
        consumer = arguments.value("consumer")
        guard consumer == nil || arguments.value("attach") == nil else {
            throw UsageError("--consumer is for --store and --home; with --attach all consumers are listed")
        }
    }

    func run(_ output: Output) async throws -> Int32 {
        try await arguments.run(output, makesHome: false, attached: [.failed]) { session, _ in
            let updates = await session.store.failedUpdates(for: consumer)
            if output.isJSON {
                for update in updates { output.json(FailedUpdateRows.json(update)) }
            } else {
                for line in FailedUpdateRows.lines(updates) { output.line(line) }
            }
            return ExitStatus.success
        }
    }
}

/// `purser release NAME N… --store FILE --home DIR`, or `--attach PATH`.
struct ReleaseCommand: Command {
    static let syntax = CommandSyntax(
        name: "release", summary: "Deliver failed updates to their consumer again", operands: "NAME N…",
        operandCount: 2...1_000, options: StoreArguments.lookingOptions + [.json],
        details: """
            NAME is the consumer, N the number of an update, as in the list of purser failed. All are checked first: if
            one has not failed, none is released. They are delivered when the consumer is followed.
            """)

    private let arguments: StoreArguments
    private let consumer: String
    private let numbers: [UInt64]

    init(_ arguments: Arguments) throws {
        self.arguments = try StoreArguments(arguments)
        consumer = arguments.operands[0]
        var numbers: [UInt64] = []
        for word in arguments.operands.dropFirst() {
            guard let number = UInt64(word.trimmingPrefix("#")) else {
                throw UsageError("the number of an update is needed, not “\(word)”")
            }
            numbers.append(number)
        }
        self.numbers = numbers
    }

    func run(_ output: Output) async throws -> Int32 {
        let wishes = numbers.map { ShopWish.release(consumer: consumer, number: $0) }
        return try await arguments.run(output, makesHome: false, attached: wishes) { session, _ in
            for update in try await session.store.failedUpdates(numbers, by: consumer, see: "purser failed") {
                try await session.store.releaseFailedUpdate(update)
                output.write(
                    "\(Line.single(consumer))  #\(update.update.sequence)  released",
                    .line(
                        "released", [("consumer", .string(consumer)), ("sequence", .integer(update.update.sequence))]))
            }
            return ExitStatus.success
        }
    }
}
