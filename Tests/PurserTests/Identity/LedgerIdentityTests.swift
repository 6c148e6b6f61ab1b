import Foundation
import Testing

@testable import Purser

/// A transaction is known by its environment and its identifier, and is the same purchase while product and purchase second agree.
@Suite("What tells one purchase from another of the same identifier")
struct LedgerIdentityTests {
    private typealias Change = @Sendable (inout StoreTransaction.Fields) -> Void

    /// A ledger that has bought and finished ten coins, whole or archived.
    private func ledger(archivingLimit: Int, _ change: Change = { _ in }) -> LedgerState {
        var state = LedgerState(secret: KeyedHash(first: 5, second: 6), archivingLimit: archivingLimit)
        _ = state.take(bought(change), needsFinish: false)
        return state
    }

    private func bought(_ change: Change = { _ in }) -> StoreTransaction {
        .sample("7") {
            $0.purchasedQuantity = 10
            change(&$0)
        }
    }

    private func report(_ transaction: StoreTransaction, _ state: inout LedgerState) -> ReportedTransaction {
        state.report(IncomingTransaction(transaction, phase: .complete, needsFinish: true))
    }

    @Test("D3: another product or purchase second under a known identifier is rejected", arguments: [0, 1_024])
    func rejected(archivingLimit: Int) {
        let others: [Change] = [
            { $0.productID = "gems" }, { $0.purchaseTime = at(1) }, { $0.purchaseTime = at(-1) },
            { ($0.productID, $0.purchaseTime) = ("gems", at(9_000)) },
        ]
        for other in others {
            var state = ledger(archivingLimit: archivingLimit)
            #expect(state.transactions.archivedCount == (archivingLimit == 0 ? 1 : 0))
            // Signed later, and earlier.
            for signed in [100, -100] as [Int64] {
                let answer = report(bought(other).described(at: signed), &state)
                #expect(answer.isOtherPurchase && !answer.isUpdate)
            }
            #expect(state.nextSequence == 2)
            #expect(state.balances == ["coins": 10])
        }
    }

    @Test("D3: dates that differ by less than a second are one purchase date", arguments: [0, 1_024])
    func rounded(archivingLimit: Int) {
        for milliseconds in [-999, -1, 1, 999] as [Int64] {
            var state = ledger(archivingLimit: archivingLimit)
            let same = bought { $0.purchaseTime = at(0).advanced(by: .milliseconds(milliseconds)) }
            let answer = report(same.described(at: 100), &state)
            #expect(!answer.isOtherPurchase && !answer.isUpdate, "\(milliseconds)")
        }
    }

    @Test("D3: a transaction of another environment is another one, also after a relaunch", arguments: [0, 1_024])
    func environments(archivingLimit: Int) throws {
        var state = ledger(archivingLimit: archivingLimit) { $0.environment = .production }
        // The same product at the same moment.
        let sandbox = bought { $0.environment = .sandbox }
        let taken = state.take(sandbox)
        let update = try #require(taken)
        #expect(update.transaction.id == "7" && update.kind == .purchased && update.sequence == 2)
        #expect(state.balances == ["coins": 20])
        var records: [LedgerRecord] = []
        state.write { records.append($0) }
        var reopened = LedgerState(secret: KeyedHash(first: 5, second: 6), archivingLimit: archivingLimit)
        for record in records { reopened.apply(try LedgerRecord(bytes: record.bytes)) }
        for transaction in [sandbox, bought { $0.environment = .production }] {
            #expect(reopened.take(transaction.described(at: 50)) == nil)
            let taken = reopened.take(transaction.revoked(at: 60))
            let refunded = try #require(taken)
            #expect(refunded.kind == .revoked && refunded.transaction.environment == transaction.environment)
        }
        #expect(reopened.balances["coins"] ?? 0 == 0)
        // An account of the sandbox that was reset.
        #expect(report(bought { ($0.environment, $0.purchaseTime) = (.sandbox, at(9)) }, &reopened).isOtherPurchase)
    }

    @Test("D3: steps and finishes belong to the transaction of their environment, however often the ledger is read")
    func steps() throws {
        var state = LedgerState(deliverySteps: DeliverySteps(grants: true))
        var records: [LedgerRecord] = []
        for environment in [StoreEnvironment.production, .sandbox] {
            let reported = bought { $0.environment = environment }
            records += state.records(
                reporting: [IncomingTransaction(reported, phase: .complete, needsFinish: true)], now: at(0))
        }
        let second = try #require(state.transactions["7@Sandbox"])
        var batch = PreparedBatch(capacity: 1)
        let isKnown = state.prepare(.granted, of: second.transaction.ledgerID, in: second.update, into: &batch)
        #expect(isKnown)
        records += batch.records
        var reopened = LedgerState(deliverySteps: DeliverySteps(grants: true))
        for record in records { reopened.apply(try LedgerRecord(bytes: record.bytes)) }
        for state in [state, reopened] {
            #expect(state.transactions["7"]?.progress.state == .awaitsGrant)
            #expect(state.transactions["7@Sandbox"]?.progress.state == .awaitsFinish)
            #expect(state.outstanding.map(\.transaction.environment) == [.production, .sandbox])
        }
        let request = FinishRequest(recorded: second.transaction)
        #expect(request.transactionID == "7")
        #expect(request.covers(bought { $0.environment = .sandbox }))
        #expect(!request.covers(bought { $0.environment = .production }))
        #expect(!request.covers(bought { ($0.environment, $0.purchaseTime) = (.sandbox, at(9)) }.described(at: -9)))
    }

    @Test(
        "U5, F5: a recorded state is finished although the store names another account than the record keeps, but not before that is known"
    )
    func otherAccount() {
        let (ada, bob) = (UUID(), UUID())
        let unsigned = StoreTransaction.sample("7") { ($0.appAccountToken, $0.signedTime) = (ada, nil) }
        let moved = StoreTransaction.sample("7", at: 0) { ($0.appAccountToken, $0.signedTime) = (bob, at(5)) }
        let request = FinishRequest(
            recorded: StoreTransaction.sample("7") { ($0.appAccountToken, $0.signedTime) = (ada, at(5)) })
        #expect(request.covers(moved))
        #expect(!request.covers(moved.revoked(at: 6)), "a refund is not on record")
        let before = FinishRequest(
            recorded: StoreTransaction.sample("7") { ($0.appAccountToken, $0.signedTime) = (ada, at(4)) })
        #expect(!before.covers(moved), "the name is not on record")
        #expect(FinishRequest(recorded: unsigned).covers(moved), "nothing says which is later")
    }

    @Test("D3: an environment that one source does not report makes no second transaction", arguments: [0, 1_024])
    func notReported(archivingLimit: Int) {
        var state = ledger(archivingLimit: archivingLimit)
        let known = bought { $0.environment = .xcode }.described(at: 10)
        #expect(report(known, &state).isUpdate == false)
        #expect(report(bought().described(at: 20), &state).isUpdate == false)
        var other = ledger(archivingLimit: archivingLimit) { $0.environment = .xcode }
        #expect(report(bought().described(at: 20), &other).isUpdate == false)
        #expect(state.nextSequence == 2 && other.nextSequence == 2)
        // Where two have the identifier, the one that fits is meant.
        var two = ledger(archivingLimit: 1_024) { $0.environment = .production }
        _ = two.take(bought { ($0.environment, $0.purchaseTime) = (.sandbox, at(9)) })
        let meant = report(bought { $0.purchaseTime = at(9) }.described(at: 20), &two)
        #expect(!meant.isOtherPurchase && !meant.isUpdate && meant.stored.sequence == 2)
        #expect(report(bought { $0.purchaseTime = at(50) }, &two).isOtherPurchase)
    }
}
