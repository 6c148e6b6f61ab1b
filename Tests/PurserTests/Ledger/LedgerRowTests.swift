import Purser
import PurserTesting
import Testing

/// The rows of a user, kept apart from a store: they make a state, which decides, and what changes are further rows.
@Suite("Rows of one user")
struct LedgerRowTests {
    private typealias Delivery = (transactions: [StoreTransaction], renewals: [RenewalReport])

    private static func period(
        _ id: String, _ productID: String = "gold", of originalID: String = "S1", formerly: String? = nil,
        until seconds: Int64, signed: Int64
    ) -> StoreTransaction {
        .sample(id, productID, .autoRenewable, at: seconds - 100) {
            $0.originalID = originalID
            $0.previousOriginalTransactionID = formerly
            $0.subscriptionGroupID = "G"
            $0.expirationTime = at(seconds)
            $0.signedTime = at(signed)
        }
    }

    private static func info(of originalID: String = "S1", renews: Bool = true, signed: Int64) -> RenewalReport {
        var info = StoreRenewalInfo(
            originalTransactionID: originalID, currentProductID: "gold", willAutoRenew: renews)
        info.signedTime = at(signed)
        return .info(info)
    }

    private struct Story: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var deliveries: [Delivery]
        /// How many subscriptions there are in the end.
        var count = 1
    }

    private static let stories = [
        Story(testDescription: "one subscription", deliveries: one),
        Story(testDescription: "several subscriptions", deliveries: several, count: 3),
        Story(testDescription: "joined subscriptions", deliveries: joined, count: 2),
    ]

    /// Interleaved, and one of them begins with its renewal info.
    private static let several: [Delivery] = [
        ([period("S1", until: 100, signed: 1), period("A1", "silver", of: "A1", until: 150, signed: 1)], []),
        ([], [info(of: "B1", renews: false, signed: 2), info(signed: 2)]),
        ([period("B1", "news", of: "B1", until: 120, signed: 3)], [info(of: "A1", signed: 3)]),
        ([period("S2", until: 200, signed: 101), period("A1", "silver", of: "A1", until: 150, signed: 102)], []),
        ([period("A2", "silver", of: "A1", until: 250, signed: 151).revoked(at: at(152))], [info(signed: 150)]),
    ]

    /// The App Store gives a subscription another original identifier, and later names either.
    private static let joined: [Delivery] = [
        ([period("S1", until: 100, signed: 1)], [info(signed: 1)]),
        ([period("N1", of: "N1", until: 150, signed: 2)], [info(of: "N1", renews: false, signed: 3)]),
        ([period("A1", "silver", of: "A1", until: 150, signed: 4)], [info(of: "A1", signed: 4)]),
        ([period("N2", of: "N1", formerly: "S1", until: 200, signed: 101)], []),
        ([], [info(signed: 110)]),
        ([period("S1", until: 100, signed: 120), period("N3", of: "N1", until: 300, signed: 201)], [info(signed: 2)]),
    ]

    /// Among them a renewal info before its subscription, two that are signed anew, and a refund that is older than what is known.
    private static let one: [Delivery] = [
        ([], [info(signed: 1)]),
        ([period("S1", until: 100, signed: 2)], []),
        ([period("S1", until: 100, signed: 6)], [info(signed: 6)]),
        ([period("S1", until: 100, signed: 4).revoked(at: at(3))], []),
        ([period("S2", until: 200, signed: 110)], []),
        ([period("S2", until: 200, signed: 120)], [info(signed: 5), info(signed: 120)]),
        ([period("S2", until: 200, signed: 115).revoked(at: at(112))], []),
    ]

    private static func incoming(_ delivery: Delivery) -> [IncomingTransaction] {
        delivery.transactions.map { IncomingTransaction($0, phase: .complete, needsFinish: false) }
    }

    private static func state(of rows: [LedgerRecord]) -> LedgerState {
        var state = LedgerState()
        for row in rows { state.apply(row) }
        return state
    }

    @Test("L4: read anew for each report, they decide as a state that saw everything", arguments: stories.indices)
    func roundTrip(story: Int) throws {
        var whole = LedgerState()
        var rows: [LedgerRecord] = []
        for (index, delivery) in Self.stories[story].deliveries.enumerated() {
            let reported = Self.incoming(delivery)
            let now = at(1_000 + Int64(index))
            let expected = whole.records(reporting: reported, renewals: delivery.renewals, now: now)
            var state = Self.state(of: rows)
            let changes = state.records(reporting: reported, renewals: delivery.renewals, now: now)
            #expect(changes.map(\.bytes) == expected.map(\.bytes), "delivery \(index)")
            rows += try changes.map { try LedgerRecord(bytes: $0.bytes) }
        }
        let lastUpdate = Self.state(of: rows).nextSequence
        #expect(lastUpdate == whole.nextSequence)
    }

    @Test(
        "E1: they answer entitlements as a ledger does that recorded the same",
        arguments: stories.indices, [50, 150, 250] as [Int64])
    func entitlements(story: Int, seconds: Int64) async throws {
        let ledger = try await TransactionLedger.open(
            storage: MemoryLedgerStorage(), clock: VirtualClock(), keptUpdates: 100)
        var state = LedgerState()
        for delivery in Self.stories[story].deliveries {
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
        #expect(computed.subscriptions.count == Self.stories[story].count)
        await ledger.close()
    }
}
