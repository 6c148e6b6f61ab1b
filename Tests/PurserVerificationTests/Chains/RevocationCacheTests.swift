#if Verification
    import Foundation
    import Purser
    import Testing

    @testable import PurserVerification

    @Suite("Those who ask of one chain share one question", .timeLimit(.minutes(10)))
    struct RevocationCacheTests {
        private let chain = CertificateChain(leaf: Data([1]))

        private func result(_ cache: RevocationCache) async -> String {
            await failure { try await cache.check(chain) }
        }

        @Test("C2: the one who asks for all is cancelled alone: the question goes on, and the others get its answer")
        func cancelled() async throws {
            let checker = SlowChecker(silent: 1)
            let cache = RevocationCache(
                checker, lifetime: .seconds(900), clock: StandingClock(date: TestAuthority.start))
            let first = Task { await result(cache) }
            await reached { checker.asked == 1 }
            let others = (0..<10).map { _ in Task { await result(cache) } }
            await reached { cache.waiting == 10 }
            first.cancel()
            #expect(await first.value == "revocationUnknown/revocation")
            for task in others { #expect(await task.value == "passes") }
            #expect(checker.asked == 2)
        }

        @Test("C2: the question ends with the last one who wants its answer")
        func last() async throws {
            let checker = SlowChecker(silent: 3)
            let cache = RevocationCache(
                checker, lifetime: .seconds(900), clock: StandingClock(date: TestAuthority.start))
            let tasks = (0..<3).map { _ in Task { await result(cache) } }
            await reached { checker.asked == 1 && cache.waiting == 2 }
            for task in tasks { task.cancel() }
            for task in tasks { #expect(await task.value == "revocationUnknown/revocation") }
            #expect(cache.waiting == 0 && checker.running == 0)
        }

        private func reached(_ condition: () -> Bool) async {
            while !condition() { await Task.yield() }
        }
    }

    /// Leaves the first questions without an answer until their tasks are cancelled, as an exchange over the network does.
    private struct SlowChecker: RevocationChecker {
        let silent: Int
        private let counts = Lock((asked: 0, running: 0))

        init(silent: Int) { self.silent = silent }

        var asked: Int { counts.withLock { $0.asked } }
        var running: Int { counts.withLock { $0.running } }

        func status(of chain: CertificateChain) async -> RevocationStatus {
            let number = counts.withLock { counts in
                counts.asked += 1
                counts.running += 1
                return counts.asked
            }
            defer { counts.withLock { $0.running -= 1 } }
            guard number <= silent else { return .good }
            do { try await Task.sleep(for: .seconds(600)) } catch { return .couldNotAsk("cancelled") }
            return .couldNotAsk("nobody answers")
        }
    }
#endif
