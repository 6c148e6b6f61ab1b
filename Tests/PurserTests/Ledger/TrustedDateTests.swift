import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("E3: the trusted date", .timeLimit(.minutes(30)))
struct TrustedDateTests {
    private static let year: Int64 = 365 * 86_400

    /// A transaction that was signed so many seconds after the beginning.
    private func signed(_ id: String, _ seconds: Int64) -> StoreTransaction { .sample(id, at: seconds) }

    /// The trusted date once these were recorded, the device's date being the beginning.
    private func trusted(_ transactions: [StoreTransaction]) -> (date: Timestamp, state: LedgerState) {
        var state = LedgerState(archivingLimit: 1_000)
        for transaction in transactions { _ = state.take(transaction) }
        return (state.trustedDate, state)
    }

    @Test("E3: a date of the far future counts only when another transaction confirms it")
    func lonely() {
        let (usual, early, late) = (signed("A", 60), signed("B", 75 * Self.year), signed("C", 76 * Self.year))
        #expect(trusted([usual]).date == at(60))
        #expect(trusted([usual, early]).date == at(60))
        #expect(trusted([early, usual]).date == at(60))
        #expect(trusted([usual, early, early.described(at: 77 * Self.year)]).date == at(60), "its own word is none")
        #expect(trusted([usual, early, late]).date == at(75 * Self.year), "the earlier of two is confirmed")
        #expect(trusted([late, early, usual]).date == at(75 * Self.year))
    }

    @Test("E3: a device whose clock was turned back by years is caught by two transactions")
    func turnedBack() {
        #expect(trusted([signed("A", 3 * Self.year), signed("B", 3 * Self.year + 5)]).date == at(3 * Self.year + 5))
    }

    @Test("E3: without a signed date nothing is vouched for")
    func unsigned() {
        let transaction = StoreTransaction.sample("A", at: 75 * Self.year) { $0.signedTime = nil }
        #expect(trusted([transaction, .sample("B", at: 76 * Self.year) { $0.signedTime = nil }]).date < at(0))
    }

    @Test("E3: after a snapshot it is the same, also what waits to be confirmed")
    func snapshot() {
        var copy = LedgerState()
        trusted([signed("A", 60), signed("B", 75 * Self.year)]).state.write { copy.apply($0) }
        #expect(copy.trustedDate == at(60))
        _ = copy.take(signed("C", 75 * Self.year + 5))
        #expect(copy.trustedDate == at(75 * Self.year + 5))
    }

    @Test("E3: a ledger in which an earlier version trusted such a date recovers")
    func recovers() throws {
        var poisoned = LedgerState()
        trusted([signed("A", 60), signed("B", 75 * Self.year)]).state.write { record in
            guard case .piece(.totals(let next, _)) = record else { return poisoned.apply(record) }
            // As that version wrote it: the last field, which says that the date was confirmed, was not there.
            let bytes = LedgerRecord.piece(.totals(nextSequence: next, trustedDate: at(75 * Self.year))).bytes
            guard let old = try? LedgerRecord(bytes: Array(bytes.dropLast(2))) else { return }
            poisoned.apply(old)
        }
        #expect(poisoned.trustedDate == at(60) && poisoned.nextSequence == 3)
    }

    @Test("E3: one transaction dated 2100 ends no subscription, now or after a relaunch")
    func subscription() async throws {
        let folder = try TemporaryFolder()
        let clock = VirtualClock()
        let backend = ScriptedBackend()
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.ledger = .folder(folder.url)
        configuration.clock = clock
        let day: Int64 = 86_400
        let start = Timestamp(clock.currentDate())
        func moment(_ seconds: Int64) -> Timestamp { start.advanced(by: .seconds(seconds)) }
        let club = StoreTransaction.sample("S", "club", .autoRenewable) { fields in
            fields.purchaseTime = start
            fields.signedTime = start
            fields.expirationTime = moment(30 * day)
        }
        let poison = StoreTransaction.sample("P", "seeds") { $0.signedTime = moment(130 * 365 * day) }
        for launch in 0..<2 {
            let store = try await PurchaseStore.open(configuration)
            if launch == 0 { backend.inbox.put([club.reported(.other(nil)), poison.reported(.other(nil))]) }
            for await _ in try store.updates(after: 0).dropFirst() { break }
            #expect(store.entitlements.contains("club"))
            try await store.close()
        }
    }
}
