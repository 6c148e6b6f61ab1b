import Foundation
import PurserInspection
import PurserTesting
import Testing

@testable import Purser

@Suite("D2, L1: no number in a file ends the program", .timeLimit(.minutes(30)))
struct LedgerBoundsTests {
    private func update(_ sequence: UInt64, _ transaction: StoreTransaction) -> LedgerRecord {
        .update(
            StoreUpdate(
                sequence: sequence, phase: .complete, kind: .purchased, transaction: transaction, intent: nil,
                recordTime: at(0)),
            stepsDue: [])
    }

    @Test("D2: quantities that no number holds stay at the largest, and negative ones count as none")
    func overflow() {
        var state = LedgerState()
        for (number, quantity) in [Int.max, .max, .min, -5, .max].enumerated() {
            state.apply(update(UInt64(number + 1), .sample("T\(number)") { $0.purchasedQuantity = quantity }))
        }
        #expect(state.balances == ["coins": .max])
        #expect(state.entitlements.balances == ["coins": .max])
        var copy = LedgerState()
        state.write { copy.apply($0) }
        #expect(copy.balances == state.balances)
        copy.apply(.piece(.balance(productID: "coins", count: .min, .unknown)))
        #expect(copy.balances == ["coins": 0])
    }

    @Test("D2, D3: a report that names another product and a refund changes no balance, and makes none negative")
    func changedProduct() {
        var state = LedgerState(archivingLimit: 0)
        var entitlements = EntitlementChanges()
        let bought = StoreTransaction.sample("T1", "coins") { $0.purchasedQuantity = 3 }
        let changed = StoreTransaction.sample("T1", "gems", at: 5) { $0.purchasedQuantity = 2 }
        var old: StoreTransaction?
        for described in [bought, changed, changed.revoked(at: 9)] {
            _ = state.take(described)
            entitlements.add(described, after: old)
            old = described
            #expect(state.balances.values.allSatisfy { $0 >= 0 }, "\(state.balances)")
        }
        #expect(state.balances == ["coins": 3])
        var board = EntitlementState(hash: KeyedHash(first: 1, second: 2))
        board.apply(entitlements)
        #expect(board.balances.values.allSatisfy { $0 == 0 })
    }

    @Test("A file of the highest number is damage, and not the end of the program")
    func highestFile() throws {
        for name in ["log-18446744073709551615", "state-18446744073709551615", "log-99999999999999999999999"] {
            let files = CrashingFiles()
            let storage = FileLedgerStorage(files)
            try storage.load { _ in }
            storage.close()
            let header = SegmentHeader(kind: .snapshot, number: .max, ledger: 7)
            var bytes = header.bytes
            Frame.write(
                [], kind: .sealed, mark: header.mark, chain: header.chain, safeEnd: bytes.count, base: 0, into: &bytes)
            try files.open("\(name).purser", as: .creating).write(bytes, at: 0)
            let failure = #expect(throws: PurchaseFailure.self) { try FileLedgerStorage(files).load { _ in } }
            #expect(failure?.underlying is LedgerDamage)
            #expect(try LedgerInspector(files).check().contains { !$0.isHarmless && $0.path.contains(name) })
        }
    }

    @Test("When the numbers of updates are used up, nothing is recorded that could not be read again")
    func numbersUsedUp() async throws {
        let storage = KeptStorage()
        try storage.append([.piece(.totals(nextSequence: 1 << 62, trustedDate: at(0)))], isUrgent: true)
        let ledger = try await TransactionLedger.open(storage: storage, clock: VirtualClock(), keptUpdates: 10)
        let incoming = IncomingTransaction(.sample("T1"), phase: .complete, needsFinish: true)
        #expect(await failureCode { try await ledger.record(reported: [incoming]) } == .ledgerUnavailable)
        _ = try await TransactionLedger.open(storage: storage, clock: VirtualClock(), keptUpdates: 10)
    }

    /// Makes a ledger of one purchase in a folder; what it holds, and the path of its log.
    private func ledgerOfOnePurchase(
        in folder: TemporaryFolder, closes: Bool = true
    ) throws -> (contents: [LedgerRecord], log: String) {
        let storage = FileLedgerStorage(PosixLedgerFiles(path: folder.path))
        try storage.load { _ in }
        try storage.append(LedgerSamples.purchase(1), isUrgent: true)
        let contents = try storage.contents()
        if closes { storage.close() }
        return (contents, "\(folder.path)/\(LedgerFolder.log(1))")
    }

    @Test("A log of 50 GiB of which only the beginning was written opens at once, in little memory")
    func sparse() throws {
        let folder = try TemporaryFolder()
        let (expected, log) = try ledgerOfOnePurchase(in: folder)
        try #require(truncate(log, 50 << 30) == 0)
        #expect(try LedgerInspector(path: folder.path).check().isEmpty)
        let second = FileLedgerStorage(PosixLedgerFiles(path: folder.path))
        #expect(try second.contents() == expected)
        try second.append(LedgerSamples.purchase(2), isUrgent: true)
        second.close()
        let third = FileLedgerStorage(PosixLedgerFiles(path: folder.path))
        #expect(try third.contents() == expected + LedgerSamples.purchase(2))
        third.close()
    }

    @Test("L1: a log that ends anywhere in its last frame, or in the zeros behind it, opens", arguments: 1..<9)
    func cutAnywhere(number: Int) throws {
        let files = CrashingFiles()
        do {
            let storage = FileLedgerStorage(files, options: .init(fill: 0))
            try storage.load { _ in }
            try storage.append([.consumer("first", 1)], isUrgent: true)
            // Names of eight lengths, so that there is padding of each length.
            try storage.append([.consumer(String(repeating: "c", count: number), 1)], isUrgent: true)
        }
        let whole = try #require(files.bytes(of: LedgerFolder.log(1)))
        for size in whole.count - 32...whole.count {
            let cut = files.afterKill()
            cut.replace(LedgerFolder.log(1), with: Array(whole.prefix(size)))
            let damages = try LedgerInspector(cut).check().filter { !$0.isHarmless }
            #expect(damages.isEmpty, "\(size)")
            _ = try LedgerInspector(cut).repair(into: CrashingFiles(path: "/copy"))
            for _ in 0..<2 {
                let storage = FileLedgerStorage(cut)
                let found = try storage.contents()
                #expect(found.first == .consumer("first", 1))
                try storage.append([.consumer("next", 1)], isUrgent: true)
                #expect(try storage.contents() == found + [.consumer("next", 1)])
                storage.close()
            }
        }
    }

    @Test("What stands behind a hole is found: torn bytes are cut off, and damage is told")
    func behindHole() throws {
        let folder = try TemporaryFolder()
        let (expected, log) = try ledgerOfOnePurchase(in: folder, closes: false)
        let header = try FrameReader(LedgerFolder.log(1), in: PosixLedgerFiles(path: folder.path)).header
        let file = try PosixLedgerFiles(path: folder.path).open(LedgerFolder.log(1), as: .writing)
        let place = 8 << 30
        try file.write([1, 2, 3], at: place)
        do {
            let torn = FileLedgerStorage(PosixLedgerFiles(path: folder.path))
            #expect(try torn.contents() == expected)
        }
        var frame: [UInt8] = []
        Frame.write([], kind: .closed, mark: header.mark, chain: 0, safeEnd: place - 8, base: place, into: &frame)
        try PosixLedgerFiles(path: folder.path).open(LedgerFolder.log(1), as: .writing).write(frame, at: place)
        let damaged = FileLedgerStorage(PosixLedgerFiles(path: folder.path))
        let failure = #expect(throws: PurchaseFailure.self) { try damaged.contents() }
        #expect(failure?.underlying is LedgerDamage, "\(log)")
    }

    @Test("The texts of archived transactions fit into one record; those beyond it are in their transactions")
    func archivedTexts() throws {
        let archive = TransactionIndex(hash: KeyedHash.zero, archivingLimit: 0)
        var (index, restored) = (archive, archive)
        let long = String(repeating: "p", count: 250)
        for number in 0..<40_000 {
            let update = StoreUpdate(
                sequence: UInt64(number + 1), phase: .complete, kind: .purchased,
                transaction: .sample("T\(number)", "\(long)\(number)"), intent: nil, recordTime: at(0))
            index.put(LedgerTransaction(update, steps: .finished), index.hash.fingerprint(of: "T\(number)"))
        }
        var texts = 0
        try index.writeArchive { piece in
            #expect(LedgerRecord.piece(piece).bytes.count < Frame.maximumLength)
            guard case .piece(let read) = try LedgerRecord(bytes: LedgerRecord.piece(piece).bytes) else { return }
            switch read {
            case .archivedTexts(let some):
                texts = some.count
                restored.restore(texts: some)
            case .archived(let some): restored.restore(archived: some)
            default: break
            }
        }
        #expect((30_000..<40_000).contains(texts) && restored.archivedCount == 40_000)
        for number in [0, 17, texts - 1, texts, 39_999] {
            let known = restored.known(index.hash.fingerprint(of: "T\(number)"))
            #expect(known?.transaction.productID == "\(long)\(number)" && known?.sequence == UInt64(number + 1))
        }
    }

    @Test("A moment stays within its range, whatever is added to it")
    func moments() {
        for start in [Int64.min, -1, 0, .max] {
            for duration in [
                Duration.seconds(Int64.max), .seconds(Int64.min), .milliseconds(Int64.max), .milliseconds(Int64.min),
                .seconds(Int64.max / 1_000) + .milliseconds(999), .zero,
            ] {
                let moment = Timestamp(milliseconds: start).advanced(by: duration)
                #expect(duration < .zero ? moment.milliseconds <= start : moment.milliseconds >= start)
                #expect(!Wording.moment(moment.date).isEmpty)
            }
        }
        for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 9.46e15] {
            #expect(!IntakeLimits.milliseconds.contains(Timestamp(Date(timeIntervalSince1970: seconds)).milliseconds))
            #expect(!Wording.moment(Date(timeIntervalSince1970: seconds)).isEmpty)
        }
    }
}

extension LedgerState {
    /// The balance of each consumable, over all environments.
    var balances: [String: Int] { tallies.balances(in: .unknown) }
}
