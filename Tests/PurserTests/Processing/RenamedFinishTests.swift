import Purser
import PurserTesting
import Testing

/// A purchase that is reported again by another identifier, before it is delivered.
@Suite("Finishing what was reported by several identifiers", .timeLimit(.minutes(30)))
struct RenamedFinishTests {
    private let done = Lock<[String]>([])

    /// A store that grants so; what it finishes is added to what is done.
    private func open(
        _ finishing: Finishing, grant: @escaping @Sendable () async throws -> Void
    ) async throws -> (PurchaseStore, ScriptedBackend) {
        let backend = ScriptedBackend()
        backend.change {
            $0.finish = { [done] ids in
                done.withLock { $0 += ids }
                return [:]
            }
        }
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.finishing = { _ in finishing }
        configuration.grant = { [done] _ in
            try await grant()
            done.withLock { $0.append("granted") }
        }
        return (try await PurchaseStore.open(configuration), backend)
    }

    /// Reports a purchase by some identifiers, all in one batch.
    private func report(_ ids: String..., by backend: ScriptedBackend) {
        let purchase = StoreTransaction.sample("T1", "lamp", .nonConsumable)
        backend.inbox.put(
            ids.map { id in
                var fields = purchase.fields
                (fields.id, fields.originalID) = (id, "T1")
                return .transaction(BackendTransaction(StoreTransaction(fields), origin: .other(nil)))
            })
    }

    /// Reports a purchase by two identifiers, the second one before the first is delivered.
    ///
    /// - Returns: what was finished, and in which order that and the grant came.
    private func finished(_ finishing: Finishing) async throws -> [String] {
        let mayGrant = EventCount()
        let (store, backend) = try await open(finishing) { try await mayGrant.wait(after: 0) }
        report("T1", "T19", by: backend)
        try await eventually { await store.unfinished().count == 1 }
        if finishing == .manual {
            try await store.unfinished().first?.finish()
        } else {
            mayGrant.advance()
        }
        try await eventually { done.withLock { $0.contains("T1") && $0.contains("T19") } }
        try await store.close()
        return done.withLock { $0 }
    }

    @Test("F5: it is finished by each of them in this launch, and not before it is granted")
    func granted() async throws {
        let done = try await finished(.atomic)
        #expect(done.first == "granted" && Set(done) == ["granted", "T1", "T19"])
    }

    @Test("F3, F5: if the app finishes it, the app's finish is for each of them")
    func manual() async throws { #expect(Set(try await finished(.manual)) == ["T1", "T19"]) }

    @Test("F1, F6: while it is a dead letter it is finished by none of them, and by each once it is released")
    func deadLetter() async throws {
        let isBroken = Lock(true)
        let (store, backend) = try await open(.atomic) {
            if isBroken.withLock({ $0 }) { throw Rejected() }
        }
        report("T1", "T19", by: backend)
        try await eventually { await store.deadLetters().count == 1 }
        report("T18", by: backend)
        // What is reported after it is finished after it.
        backend.inbox.put([StoreTransaction.sample("T2").reported(.other(nil))])
        isBroken.withLock { $0 = false }
        try await eventually { done.withLock { $0.contains("T2") } }
        #expect(done.withLock { $0 } == ["granted", "T2"])
        try await store.releaseDeadLetter("T1")
        try await eventually { done.withLock { $0.count == 6 } }
        #expect(Set(done.withLock { $0 }) == ["granted", "T2", "T1", "T18", "T19"])
        try await store.close()
    }
}

/// The app cannot grant it, and will not be able to.
private struct Rejected: RetryClassifying {
    var retryClass: RetryClass { .permanent }
}
