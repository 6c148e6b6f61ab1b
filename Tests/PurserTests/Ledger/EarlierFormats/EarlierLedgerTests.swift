import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("Ledgers of earlier formats")
struct EarlierLedgerTests {
    @Test("L1: every record in their logs is read as it was written", arguments: EarlierLedger.all)
    func logs(ledger: EarlierLedger) throws {
        let files = try ledger.files()
        let folder = LedgerFolder(names: try files.list())
        #expect(folder.logs == (ledger.oldestLog...ledger.logs.count).map(UInt64.init))
        for number in folder.logs {
            let name = LedgerFolder.log(number)
            #expect(try FrameReader(name, in: files).header.version == ledger.version)
            #expect(try EarlierLedger.records(name, in: files) == ledger.logs[Int(number) - 1], "\(name)")
        }
    }

    @Test("D1: what is left of archived transactions is what they were")
    func archived() throws {
        let files = try EarlierLedger.shared.files()
        var archived: [EarlierArchivedTransaction] = []
        for case .piece(let piece) in try EarlierLedger.records(LedgerFolder.snapshot(2), in: files) {
            if case .archivedProducts(let products) = piece { #expect(products == ["coins", "gems"]) }
            if case .earlierArchived(let entries) = piece { archived += entries }
        }
        let plain = "- - PURCHASED"
        func entry(
            _ id: String, _ sequence: UInt64, signed: Timestamp? = nil, state: String? = nil, product: UInt16 = 0,
            quantity: UInt8 = 1, _ flags: ArchivedTransaction.Flags = []
        ) -> EarlierArchivedTransaction {
            EarlierArchivedTransaction(
                id: MurmurHash.fingerprint(of: id), sequence: sequence, signedTime: signed ?? at(Int64(sequence)),
                fingerprint: UInt32(truncatingIfNeeded: MurmurHash.fingerprint(of: state ?? plain).low),
                product: product,
                quantity: quantity, flags: flags)
        }
        #expect(
            Set(archived) == [
                entry("c1", 1, quantity: 2), entry("c2", 2, signed: Timestamp(milliseconds: .min), quantity: 3),
                entry("c3", 4, state: "\(at(4).milliseconds) - PURCHASED", .revoked),
                entry("c4", 5, state: "- \(at(900).milliseconds) FAMILY_SHARED"),
                entry("c5", 6, product: 1, .upgraded),
            ])
    }

    @Test("L1: the shared ledger opens with all that it held")
    func shared() throws {
        let state = try FileLedgerStorage(try EarlierLedger.shared.files()).state()
        #expect(state.nextSequence == 20)
        #expect(state.trustedDate == at(18))
        #expect(state.balances == ["coins": 11, "gems": 2])
        #expect(state.consumers == ["analytics": 8, "sync": 13])
        #expect(state.deadLetters == ["d1": "no room", "d3": "later"])
        #expect(
            Dictionary(uniqueKeysWithValues: state.outstanding.map { ($0.transaction.id, $0.life.state) }) == [
                "s2": .awaitsFinish, "d1": .setAside, "d2": .awaitsGrant, "m1": .awaitsFinish, "f1": .awaitsFinish,
                "d3": .setAside,
            ])
        #expect(
            Dictionary(uniqueKeysWithValues: state.intents.values.map { ($0.intent.token.number, $0.ending) }) == [
                20: nil, 21: .pending, 22: .cancelled, 23: .failed, 24: .interrupted, 30: nil, 31: .cancelled,
            ])
        #expect(state.intents.values.first { $0.intent.token.number == 20 }?.intent.request.context == ["number": "20"])
        #expect(state.accounts.isEmpty)
        check(state, against: .shared)
    }

    @Test("L1, U2: a user's ledger and the claims open with all that they held")
    func users() throws {
        let user = try FileLedgerStorage(try EarlierLedger.user.files()).state()
        #expect(user.accounts.owner == LedgerSamples.user)
        #expect(user.nextSequence == 7)
        #expect(user.balances == ["coins": 5])
        #expect(user.consumers == ["analytics": 1])
        #expect(user.outstanding.map(\.transaction.id) == ["u5"])
        #expect(user.intents.values.map(\.ending) == [.pending])
        check(user, against: .user)

        let claims = try FileLedgerStorage(try EarlierLedger.claims.files()).state()
        #expect(claims.accounts.owner == nil)
        #expect(claims.accounts.claims.count == 8)
        #expect(claims.accounts.claims["o1"] == EarlierLedger.otherUser)
        #expect(claims.accounts.claims["payments of launch feed000000000001"] == LedgerSamples.user)
        #expect(claims.orderedIntents.map(\.intent.token.number) == [3, 4])
        check(claims, against: .claims)
    }

    @Test("D1, L1: what they archived is found after compactions")
    func compaction() throws {
        let files = try EarlierLedger.shared.files()
        for round in 1...2 {
            let storage = FileLedgerStorage(files, options: .init(logSize: 1, fill: 16))
            var state = try storage.state()
            for number in 1...10 {
                let id = "new \(round) \(number)"
                for entry in [LedgerEntry.transaction(.reported(.sample(id))), .step(id, .finished)] {
                    try storage.append(state.records(of: entry), isUrgent: true)
                }
            }
            try storage.compact { .max }
            storage.close()
        }
        let folder = LedgerFolder(names: try files.list())
        #expect(folder.snapshots.last.map { $0 > 20 } == true && folder.logs.first.map { $0 > 20 } == true)
        var state = try FileLedgerStorage(files).state()
        for update in EarlierLedger.shared.latest {
            #expect(state.transactions.sequence(of: update.transaction.id) == update.sequence)
            #expect(state.take(update.transaction.described(at: 10_000)) == nil, "\(update.transaction.id)")
        }
        for round in 1...2 {
            for number in 1...10 { #expect(state.take(.sample("new \(round) \(number)")) == nil) }
        }
        #expect(state.balances == ["coins": 31, "gems": 2])
        // What the store has taken back since is news, and counts.
        #expect(
            state.take(StoreTransaction.sample("c1") { $0.purchasedQuantity = 2 }.revoked(at: 20_000))?.kind == .revoked
        )
        #expect(state.balances == ["coins": 29, "gems": 2])
    }

    /// Each transaction is known by its last update, and those that stayed whole as they were written.
    private func check(_ state: LedgerState, against ledger: EarlierLedger) {
        for update in ledger.latest {
            let id = update.transaction.id
            #expect(state.transactions.sequence(of: id) == update.sequence)
            if let whole = state.transactions[id] { #expect(whole.update == update) }
        }
        #expect(state.transactions.sequence(of: "nobody's") == nil)
        #expect(state.transactions.archivedCount + state.transactions.count == ledger.latest.count)
    }
}

extension IncomingTransaction {
    /// A transaction that nobody here asked for.
    fileprivate static func reported(_ transaction: StoreTransaction) -> IncomingTransaction {
        IncomingTransaction(transaction, phase: .complete, token: nil, needsFinish: true)
    }
}

extension LedgerRecord {
    /// Whether it is of the archive, which later versions write in another way.
    fileprivate var isArchive: Bool {
        switch self {
        case .piece(.archived), .piece(.earlierArchived), .piece(.archivedProducts): true
        default: false
        }
    }
}
