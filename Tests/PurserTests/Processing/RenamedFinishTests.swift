import Purser
import PurserTesting
import Testing

/// A purchase that is reported again by another identifier, before it is delivered.
@Suite("Finishing what was reported by several identifiers", .timeLimit(.minutes(30)))
struct RenamedFinishTests {
    /// Reports a purchase by two identifiers, the second one before the first is delivered.
    ///
    /// - Returns: what was finished, and in which order that and the grant came.
    private func finished(_ finishing: Finishing) async throws -> [String] {
        let done = Lock<[String]>([])
        let mayGrant = EventCount()
        let backend = ScriptedBackend()
        backend.change {
            $0.finish = { ids in
                done.withLock { $0 += ids }
                return [:]
            }
        }
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.finishing = { _ in finishing }
        configuration.grant = { _ in
            try await mayGrant.wait(after: 0)
            done.withLock { $0.append("granted") }
        }
        let store = try await PurchaseStore.open(configuration)
        let purchase = StoreTransaction.sample("T1", "lamp", .nonConsumable)
        // In one batch: both are reported before the grant ends.
        backend.inbox.put(
            ["T1", "T19"].map { id in
                var fields = purchase.fields
                (fields.id, fields.originalID) = (id, "T1")
                return .transaction(BackendTransaction(StoreTransaction(fields), origin: .other(nil)))
            })
        try await eventually { await store.unfinished().count == 1 }
        if finishing == .manual {
            try await store.unfinished().first?.finish()
        } else {
            mayGrant.advance()
        }
        try await eventually { done.withLock { $0.contains("T1") && $0.contains("T19") } }
        await store.close()
        return done.withLock { $0 }
    }

    @Test("F5: it is finished by each of them in this launch, and not before it is granted")
    func granted() async throws {
        let done = try await finished(.atomic)
        #expect(done.first == "granted" && Set(done) == ["granted", "T1", "T19"])
    }

    @Test("F3, F5: if the app finishes it, the app's finish is for each of them")
    func manual() async throws {
        #expect(Set(try await finished(.manual)) == ["T1", "T19"])
    }
}
