import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("News of archived transactions")
struct ArchivedNewsTests {
    typealias Change = @Sendable (inout StoreTransaction.Fields) -> Void

    /// A consumable as the App Store describes it.
    private func coins(_ change: (inout StoreTransaction.Fields) -> Void = { _ in }) -> StoreTransaction {
        StoreTransaction.sample("c") { fields in
            (fields.price, fields.currencyCode) = (Decimal(string: "4.99"), "USD")
            (fields.storefrontCountryCode, fields.storefrontID) = ("USA", "143441")
            (fields.environment, fields.appTransactionID) = (.sandbox, "704")
            (fields.appBundleID, fields.appAccountToken) = ("com.example.app", LedgerSamples.user)
            change(&fields)
        }
    }

    /// A ledger that has archived it, after a relaunch.
    private func archive(_ transaction: StoreTransaction) throws -> LedgerState {
        var state = LedgerState(secret: LedgerSecret(first: 5, second: 6), archivingLimit: 0)
        _ = state.take(transaction, needsFinish: false)
        var reopened = LedgerState(secret: LedgerSecret(first: 5, second: 6), archivingLimit: 0)
        var records: [LedgerRecord] = []
        state.write { records.append($0) }
        for record in records { reopened.apply(try LedgerRecord(bytes: record.bytes)) }
        try #require(reopened.transactions.archivedCount == 1 && reopened.transactions.count == 0)
        return reopened
    }

    static let changes: [Change] = [
        { $0.productType = .nonConsumable }, { $0.purchasedQuantity = 2 },
        { $0.originalID = "other" }, { $0.expirationTime = at(9) },
        { $0.revocationTime = at(9) }, { $0.isUpgraded = true }, { $0.ownershipType = .familyShared },
        { $0.appAccountToken = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7)) },
        { $0.price = Decimal(string: "5.99") }, { $0.currencyCode = "EUR" }, { $0.storefrontCountryCode = "DEU" },
        { $0.storefrontID = "143443" }, { $0.environment = .xcode }, { $0.appTransactionID = "705" },
        { $0.appBundleID = "com.example.other" },
    ]

    @Test("O6, D1: each changed field of an archived transaction is news, once", arguments: changes.indices)
    func changed(index: Int) throws {
        var state = try archive(coins())
        let changed = coins(Self.changes[index]).described(at: 100)
        #expect(state.take(coins().described(at: 50)) == nil)
        #expect(state.take(changed, needsFinish: false) != nil)
        #expect(state.take(changed.described(at: 200)) == nil)
    }

    @Test("O6: what one of two descriptions lacks is no news, and what both say still is")
    func lacking() throws {
        let poor = StoreTransaction.sample("c")
        let rich = coins { fields in
            fields.offer = .init(type: .code, id: "summer")
            fields.price = Decimal(string: "4.990")
        }
        var state = try archive(coins())
        #expect(state.take(poor.described(at: 10)) == nil)
        #expect(state.take(rich.described(at: 20)) == nil)
        #expect(state.take(poor.revoked(at: 30), needsFinish: false)?.kind == .revoked)
        var other = try archive(poor)
        #expect(other.take(coins().described(at: 10)) == nil)
        var third = try archive(coins())
        #expect(third.take(coins { ($0.price, $0.appAccountToken) = (nil, .other) }.described(at: 10)) != nil)
    }

    @Test("O6: an account that an archived transaction did not have is told as another one")
    func account() throws {
        let state = try archive(coins())
        let moved = coins { $0.appAccountToken = .other }
        let key = state.hash.fingerprint(of: "c")
        #expect(state.transactions.known(moved, key)?.transaction.appAccountToken == nil)
        #expect(state.transactions.known(coins(), key)?.transaction.appAccountToken == LedgerSamples.user)
    }

    @Test("L4: a field that an entry has no room for is filled in all the same", arguments: [false, true])
    func filledBeyondRoom(compacts: Bool) throws {
        func offered(_ id: String, at seconds: Int64) -> StoreTransaction {
            coins { $0.offer = .init(type: .code, id: id) }.described(at: seconds)
        }
        var state = try archive(coins())
        var records: [LedgerRecord] = []
        state.write { records.append($0) }
        let incoming = IncomingTransaction(offered("x", at: 10), phase: .complete, token: nil, needsFinish: false)
        let changes = state.records(reporting: [incoming], now: at(10))
        #expect(changes == [.described(offered("x", at: 10))], "it is no update")
        records = compacts ? try snapshot(state) : records + changes
        var reopened = LedgerState(secret: LedgerSecret(first: 5, second: 6), archivingLimit: 0)
        for record in records { reopened.apply(try LedgerRecord(bytes: record.bytes)) }
        #expect(reopened.take(offered("x", at: 20), needsFinish: false) == nil)
        #expect(reopened.balances == ["coins": 1])
        #expect(reopened.take(coins { $0.price = 1 }.described(at: 30), needsFinish: false)?.kind == .changed)
        #expect(reopened.take(offered("y", at: 40), needsFinish: false)?.kind == .changed)
    }

    private func snapshot(_ state: LedgerState) throws -> [LedgerRecord] {
        var records: [LedgerRecord] = []
        state.write { records.append($0) }
        return records
    }

    @Test("L4: what is filled in before it is archived is archived with it, or it stays whole")
    func filledWhileWaiting() throws {
        var state = LedgerState(archivingLimit: 1)
        let poor = StoreTransaction.sample("c")
        _ = state.take(poor, needsFinish: false)
        _ = state.take(coins { $0.offer = .init(type: .code, id: "x") }.described(at: 10), needsFinish: false)
        _ = state.take(.sample("d"), needsFinish: false)
        #expect(state.take(coins { $0.price = 1 }.described(at: 20), needsFinish: false)?.kind == .changed)
    }

    @Test("What says more than an entry has room for stays whole, and all that the App Store says of consumables fits")
    func room() throws {
        for change in [{ $0.offer = .init(type: .code, id: "x") }, { $0.purchasedQuantity = 300 }] as [Change] {
            var state = LedgerState(archivingLimit: 0)
            _ = state.take(coins(change), needsFinish: false)
            #expect(state.transactions.archivedCount == 0 && state.transactions.count == 1)
        }
        _ = try archive(coins { ($0.revocationTime, $0.revocationReason) = (at(4), .developerIssue) })
    }

    @Test("L5: entries of a later version, which are longer, are refused: written again they would lose their ends")
    func longer() throws {
        var state = LedgerState(archivingLimit: 0)
        _ = state.take(coins(), needsFinish: false)
        var entries: [ArchivedTransaction] = []
        state.write { if case .piece(.archived(let some)) = $0 { entries += some } }
        try #require(entries.count == 1)
        for extra in [0, 8] {
            var bytes = [UInt8](repeating: 0, count: 256)
            let end = bytes.withUnsafeMutableBytes { room in
                var writer = FieldWriter(room, at: 0)
                writer.varint(RecordKind.archived)
                var entry: [UInt8] = []
                for _ in 0..<2 {
                    entries[0].write(into: &entry)
                    entry += [UInt8](repeating: 7, count: extra)
                }
                writer.field(1, bytes: entry)
                writer.field(2, UInt64(ArchivedTransaction.size + extra))
                return writer.end
            }
            let written = Array(bytes.prefix(end))
            guard extra == 0 else {
                let fault = #expect(throws: FormatFault.self) { try LedgerRecord(bytes: written) }
                #expect(fault?.isNewerVersion == true)
                continue
            }
            #expect(try LedgerRecord(bytes: written) == .piece(.archived([entries[0], entries[0]])))
        }
    }

    @Test("Two digests differ where both say something else, and by their sums where they say the same fields")
    func digests() {
        var (one, two, three) = (ChangeDigest(), ChangeDigest(), ChangeDigest())
        one.add(0, 0x1101)
        two.add(0, 0x2201)
        #expect(one.low == two.low && one.differs(from: two) && !one.differs(from: one))
        three = one
        three.add(15, 3)
        #expect(!one.differs(from: three) && !three.differs(from: one))
        three.add(9, 0xFF)
        one.add(9, 0xFE)
        #expect(one.differs(from: three) && three.differs(from: one))
    }
}

extension UUID {
    /// A fixed one: a digest of few bits takes one account in some hundreds for that of the sample.
    fileprivate static var other: UUID { UUID(uuid: (7, 1, 4, 9, 2, 8, 5, 3, 6, 0, 1, 2, 3, 4, 5, 6)) }
}
