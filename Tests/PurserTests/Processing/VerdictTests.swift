import Foundation
import Purser
import Testing

@Suite("V1, V2: verified, invalid, undetermined", .timeLimit(.minutes(30)))
struct VerdictTests {
    private struct Unreachable: Error {}

    private func open(
        _ backend: ScriptedBackend, _ verifier: any TransactionVerifier, network: ManualConnectivity = .init(),
        policy: RetryPolicy = .immediate
    ) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.verifier = verifier
        configuration.retries.verification = policy
        configuration.connectivity = network
        let store = try await PurchaseStore.open(configuration)
        try await store.waitUntilReady()
        return store
    }

    @Test("V1: could not ask is told as that, and judged again when the network comes back")
    func undecided() async throws {
        let backend = PayingBackend.make()
        let network = ManualConnectivity(isOnline: false)
        let verifier = FailingVerifier(Unreachable(), times: .max)
        let store = try await open(backend, verifier, network: network)
        var updates = store.updates.makeAsyncIterator()
        let failure = await #expect(throws: PurchaseFailure.self) {
            try await store.purchase("seeds", context: ["why": "test"])
        }
        #expect(failure?.code == .verificationUnavailable)
        #expect(failure?.transactionID == "T1")
        #expect(store.rejectedReports.map(\.reason) == [.undetermined])
        #expect(backend.record.finished.isEmpty && store.lastSequence == 0, "neither granted nor refused")
        verifier.recover()
        network.setOnline(true)
        let update = await updates.next()
        #expect(update?.transaction.id == "T1" && update?.context == ["why": "test"])
        try await store.close()
    }

    @Test("V1: a policy that is used up starts anew with the next purchase")
    func anew() async throws {
        let backend = PayingBackend.make()
        let verifier = FailingVerifier(Unreachable(), times: 5 + 4)
        let store = try await open(backend, verifier)
        #expect(await failureCode { try await store.purchase("seeds") } == .verificationUnavailable)
        #expect(verifier.calls == 5)
        #expect(try await store.purchase("seeds").purchase != nil, "the fifth attempt of its own policy")
        try await store.close()
    }

    @Test("V1: what is undecided holds back nothing else of its batch")
    func oneOfThree() async throws {
        struct Picky: TransactionVerifier {
            let isReady: Lock<Bool>
            func verify(_ transactions: [BackendTransaction]) async -> [VerificationVerdict] {
                transactions.map {
                    $0.transaction.id == "B" && !isReady.withLock { $0 } ? .undetermined("later") : .verified
                }
            }
        }
        let backend = ScriptedBackend()
        let network = ManualConnectivity(isOnline: false)
        let isReady = Lock(false)
        let store = try await open(backend, Picky(isReady: isReady), network: network, policy: .persistent)
        var updates = store.updates.makeAsyncIterator()
        backend.inbox.put(["A", "B", "C"].map { StoreTransaction.sample($0).reported(.other(nil)) })
        #expect(await updates.next()?.transaction.id == "A")
        #expect(await updates.next()?.transaction.id == "C")
        isReady.withLock { $0 = true }
        network.setOnline(true)
        #expect(await updates.next()?.transaction.id == "B")
        #expect(store.rejectedReports.isEmpty)
        try await store.close()
    }

    @Test("V1: a restore whose transactions cannot be judged ends behind the verdict, and says which failed")
    func restore() async throws {
        let backend = ScriptedBackend()
        backend.change { script in
            script.restore = { [weak backend] id in
                backend?.inbox.put([StoreTransaction.sample("T1").reported(.restore(id)), .restoreEnded(id, nil)])
            }
        }
        let store = try await open(backend, FailingVerifier(Unreachable(), times: 5))
        let failed = try await store.restorePurchases().failed
        #expect(failed.map(\.failure.code) == [.verificationUnavailable])
        #expect(try await store.restorePurchases().restored.map(\.id) == ["T1"])
        try await store.close()
    }

    @Test("V2: what is forged is listed and told, also when nobody waited for it")
    func forged() async throws {
        let backend = ScriptedBackend()
        let store = try await open(backend, PlatformVerifier())
        var rejections = store.rejections.makeAsyncIterator()
        let forged = StoreTransaction.sample("F", "seeds")
        backend.inbox.put([forged.reported(.other(nil), verification: .invalid("bad chain"))])
        let report = await rejections.next()
        #expect(report?.id == "F" && report?.productID == "seeds" && report?.reason == .invalid)
        #expect(report?.message.contains("bad chain") == true)
        backend.inbox.put([forged.reported(.other(nil), verification: .invalid("bad chain"))])
        backend.inbox.put([StoreTransaction.sample("G").reported(.other(nil), verification: .invalid("bad chain"))])
        #expect(await rejections.next()?.id == "G", "the same is told once")
        #expect(store.rejectedReports.map(\.id) == ["F", "G"])
        #expect(backend.record.finished.isEmpty)
        try await store.close()
        #expect(await rejections.next() == nil)
    }

    @Test("V2: the list has a limit")
    func limit() async throws {
        let backend = ScriptedBackend()
        let store = try await open(backend, PlatformVerifier())
        backend.inbox.put(
            (0..<1_000).map {
                StoreTransaction.sample("F\($0)").reported(.other(nil), verification: .invalid("bad"))
            })
        backend.inbox.put([StoreTransaction.sample("T").reported(.other(nil))])
        for await _ in try store.updates(after: 0) { break }
        try await eventually { store.rejectedReports.last?.id == "F999" }
        #expect(store.rejectedReports.count == 256)
        try await store.close()
    }
}
