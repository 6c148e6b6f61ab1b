import Purser
import PurserTesting
import Testing

/// The rows of one subscription, kept apart from a store: they make a state, which decides, and what changes are further rows.
@Suite("Rows of one subscription")
struct LedgerRowTests {
    private typealias Delivery = (transactions: [StoreTransaction], renewals: [RenewalReport])

    private static func period(_ id: String, until seconds: Int64, signed: Int64) -> StoreTransaction {
        .sample(id, "gold", .autoRenewable, at: seconds - 100) {
            $0.originalID = "S1"
            $0.subscriptionGroupID = "G"
            $0.expirationTime = at(seconds)
            $0.signedTime = at(signed)
        }
    }

    private static func info(signed: Int64) -> RenewalReport {
        var info = StoreRenewalInfo(originalTransactionID: "S1", currentProductID: "gold", willAutoRenew: true)
        info.signedTime = at(signed)
        return .info(info)
    }

    /// Among them a renewal info before its subscription, two that are signed anew, and a refund that is older than what is known.
    private static let deliveries: [Delivery] = [
        ([], [info(signed: 1)]),
        ([period("S1", until: 100, signed: 2)], []),
        ([period("S1", until: 100, signed: 6)], [info(signed: 6)]),
        ([period("S1", until: 100, signed: 4).revoked(at: at(3))], []),
        ([period("S2", until: 200, signed: 110)], []),
        ([period("S2", until: 200, signed: 120)], [info(signed: 5), info(signed: 120)]),
        ([period("S2", until: 200, signed: 115).revoked(at: at(112))], []),
    ]

    private static func incoming(_ delivery: Delivery) -> [IncomingTransaction] {
        delivery.transactions.map { IncomingTransaction($0, phase: .complete, token: nil, needsFinish: false) }
    }

    private static func state(of rows: [LedgerRecord]) -> LedgerState {
        var state = LedgerState()
        for row in rows { state.apply(row) }
        return state
    }

    @Test("L4: read anew for each report, they decide as a state that saw everything")
    func roundTrip() throws {
        var whole = LedgerState()
        var rows: [LedgerRecord] = []
        for (index, delivery) in Self.deliveries.enumerated() {
            let reported = Self.incoming(delivery)
            let now = at(1_000 + Int64(index))
            let expected = whole.records(reporting: reported, renewals: delivery.renewals, now: now)
            var state = Self.state(of: rows)
            let changes = state.records(reporting: reported, renewals: delivery.renewals, now: now)
            #expect(changes.map(\.bytes) == expected.map(\.bytes), "delivery \(index)")
            rows += try changes.map { try LedgerRecord(bytes: $0.bytes) }
        }
        #expect(!Self.state(of: rows).transactions.all.contains { $0.life.isTakenBack })
    }

    @Test("E1: they answer entitlements as a ledger does that recorded the same", arguments: [50, 150, 250] as [Int64])
    func entitlements(seconds: Int64) async throws {
        let ledger = try await TransactionLedger.open(
            storage: MemoryLedgerStorage(), clock: HandClock(), keptUpdates: 100)
        var state = LedgerState()
        for delivery in Self.deliveries {
            let reported = Self.incoming(delivery)
            _ = try await ledger.record(reported: reported, renewals: delivery.renewals)
            _ = state.records(reporting: reported, renewals: delivery.renewals, now: Timestamp(milliseconds: 0))
        }
        // As a store does once its backend has reported everything.
        ledger.entitlements.become(.known)
        let stored = StoreEntitlements(ledger.entitlements.snapshot, deviceTime: at(seconds))
        let computed = StoreEntitlements(state.entitlementSnapshot(), deviceTime: at(seconds))
        // Each state finds its subscriptions by keys of its own secret, so that what they say is compared.
        #expect(computed.subscriptions.map(\.transaction) == stored.subscriptions.map(\.transaction))
        #expect(computed.subscriptions.map(\.state) == stored.subscriptions.map(\.state))
        #expect(computed.subscriptions.map(\.renewalInfo) == stored.subscriptions.map(\.renewalInfo))
        #expect(computed.contains("gold") == stored.contains("gold"))
        #expect(computed.subscriptions.count == 1)
        await ledger.close()
    }
}
