import Purser

/// Passes any bytes to each of the ledger's decoders, to the intake and to the code that uses a configuration.
///
/// They must return a result or an error, and never crash, hang or use too much memory.
///
/// The fuzzer and the seeded test use the same function, so that each can repeat a failure of the other.
package enum LedgerFuzzing {
    /// The result of the decoders for an input.
    package enum Answer: Sendable, Hashable {
        /// The input was read; written and read once more, it is the same.
        case read
        /// The input was rejected with an error.
        case rejected
        /// Something that must not happen, as text.
        case wrong(String)
    }

    /// The decoders.
    ///
    /// The input's first byte, by remainder, chooses one; new ones are added at the end.
    private static let decoders: [@Sendable ([UInt8]) -> Answer] = [
        record, payload, log, snapshot, header, IntakeFuzzing.check, ConfigurationFuzzing.check,
    ]

    /// Decodes one input.
    package static func decode(_ input: [UInt8]) -> Answer {
        guard let first = input.first else { return .rejected }
        return decoders[Int(first) % decoders.count](Array(input.dropFirst()))
    }

    /// An input for one of the decoders.
    package static func input(_ decoder: Int, _ bytes: [UInt8]) -> [UInt8] { [UInt8(decoder)] + bytes }

    // MARK: The decoders

    /// A record: if it can be read, it must be written and read as the same again.
    private static func record(_ bytes: [UInt8]) -> Answer {
        guard let record = try? LedgerRecord(bytes: bytes) else { return .rejected }
        let written = record.bytes
        guard let again = try? LedgerRecord(bytes: written) else { return .wrong("\(record) is not read again") }
        return again.bytes == written ? .read : .wrong("\(record) is read again as \(again)")
    }

    /// A frame's payload, in a frame that is whole: its records become a state.
    private static func payload(_ bytes: [UInt8]) -> Answer {
        let header = SegmentHeader(kind: .log, number: 1, ledger: 7)
        var file = header.bytes
        Frame.write(bytes, mark: header.mark, chain: header.chain, safeEnd: file.count, base: 0, into: &file)
        return open([LedgerFolder.log(1): file])
    }

    /// A log after a valid header.
    private static func log(_ bytes: [UInt8]) -> Answer {
        open([LedgerFolder.log(1): SegmentHeader(kind: .log, number: 1, ledger: 7).bytes + bytes])
    }

    /// A snapshot's records, and a log after it.
    private static func snapshot(_ bytes: [UInt8]) -> Answer {
        let header = SegmentHeader(kind: .snapshot, number: 1, ledger: 7)
        var file = header.bytes
        let chain = Frame.write(
            bytes, mark: header.mark, chain: header.chain, safeEnd: file.count, base: 0, into: &file)
        Frame.write([], kind: .sealed, mark: header.mark, chain: chain, safeEnd: file.count, base: 0, into: &file)
        let log = SegmentHeader(
            kind: .log, number: 2, ledger: 7, before: LogEnd(log: 1, offset: 0, chain: 0))
        return open([LedgerFolder.snapshot(1): file, LedgerFolder.log(2): log.bytes])
    }

    /// A whole file, header and all.
    private static func header(_ bytes: [UInt8]) -> Answer { open([LedgerFolder.log(1): bytes]) }

    // MARK: Opening

    /// Opens a ledger of these files; the records must read the same again, and as a snapshot.
    private static func open(_ contents: [String: [UInt8]]) -> Answer {
        let files = CrashingFiles()
        do {
            for (name, bytes) in contents { try files.open(name, as: .creating).write(bytes, at: 0) }
        } catch {
            return .wrong("a file cannot be made: \(error)")
        }
        do {
            let first = try state(files)
            let second = try state(files.afterKill())
            guard facts(first) == facts(second) else { return .wrong("a second opening reads different records") }
            var copy = LedgerState()
            first.write { copy.apply($0) }
            guard copy.transactions.archived.count == first.transactions.archivedCount else {
                return .wrong("archived transactions are lost")
            }
            return .read
        } catch is PurchaseFailure {
            return .rejected
        } catch {
            return .wrong("an error without a type: \(error)")
        }
    }

    private static func state(_ files: CrashingFiles) throws -> LedgerState {
        var state = LedgerState(archivingLimit: 1)
        let storage = FileLedgerStorage(files)
        try storage.load { state.apply($0) }
        return state
    }

    /// As bytes, because a price that is not a number equals nothing; in no order, because intents may be of the same
    /// age.
    private static func facts(_ state: LedgerState) -> Set<[UInt8]> {
        var facts: Set<[UInt8]> = []
        state.write { facts.insert($0.bytes) }
        return facts
    }
}
