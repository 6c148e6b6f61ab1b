#if Verification
    import Foundation
    import Purser
    import Testing

    @testable import PurserVerification

    @Suite("Those who ask of one chain share one question", .timeLimit(.minutes(30)))
    struct RevocationCacheTests {
        private let chain = CertificateChain(leaf: Data([1]))

        private func result(_ cache: RevocationCache) async -> String {
            await failure { try await cache.check(chain) }
        }

        @Test("C2: the one who asks for all is cancelled alone: the question goes on, and the others get its answer")
        func cancelled() async throws {
            let checker = SlowChecker()
            let cache = RevocationCache(
                checker, lifetime: .seconds(900), clock: StandingClock(date: TestAuthority.start))
            let first = Task { await result(cache) }
            await reached { checker.asked == 1 }
            let others = (0..<10).map { _ in Task { await result(cache) } }
            await reached { cache.waiting == 11 }
            first.cancel()
            #expect(await first.value == "revocationUnknown/revocation")
            checker.answer.resolve(.good)
            for task in others { #expect(await task.value == "passes") }
            #expect(checker.asked == 1)
        }

        @Test("C2: the question ends with the last one who wants its answer")
        func last() async throws {
            let checker = SlowChecker()
            let cache = RevocationCache(
                checker, lifetime: .seconds(900), clock: StandingClock(date: TestAuthority.start))
            let tasks = (0..<3).map { _ in Task { await result(cache) } }
            await reached { checker.asked == 1 && cache.waiting == 3 }
            for task in tasks { task.cancel() }
            for task in tasks { #expect(await task.value == "revocationUnknown/revocation") }
            #expect(cache.waiting == 0)
            await reached { checker.running == 0 }
        }

        private func reached(_ condition: () -> Bool) async {
            while !condition() { await Task.yield() }
        }
    }

    /// Leaves questions without an answer until one is given or their tasks are cancelled, as an exchange over the network does.
    private struct SlowChecker: RevocationChecker {
        let answer = Reply<RevocationStatus>()
        private let counts = Lock((asked: 0, running: 0))

        var asked: Int { counts.withLock { $0.asked } }
        var running: Int { counts.withLock { $0.running } }

        func status(of chain: CertificateChain) async -> RevocationStatus {
            counts.withLock { $0 = ($0.asked + 1, $0.running + 1) }
            defer { counts.withLock { $0.running -= 1 } }
            return await answer.value(ifCancelled: .couldNotAsk("cancelled"))
        }
    }
#endif
