import Purser
import PurserTesting
import Testing

@Suite("Catalog", .timeLimit(.minutes(30))) struct ProductCatalogTests {
    /// A catalog whose `run()` is under way while the body runs; checks that nothing is left over.
    func withCatalog(
        _ backend: ScriptedBackend, clock: VirtualClock = VirtualClock(), policy: RetryPolicy = .immediate,
        _ body: (ProductCatalog) async throws -> Void
    ) async throws {
        let catalog = ProductCatalog(
            backend: backend, retrier: Retrier(timer: RetryTimer(clock: clock)), policy: policy, clock: clock,
            lifetime: .seconds(100))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await catalog.run() }
            do { try await body(catalog) } catch {
                await catalog.close()
                throw error
            }
            #expect(catalog.load.callers == 0)
            await catalog.close()
            try await group.waitForAll()
        }
        #expect(catalog.load == (0, 0, 0))
    }

    @Test("C2: requests are split at the backend's limit") func split() async throws {
        let backend = ScriptedBackend(capabilities: BackendCapabilities(productRequestLimit: 3))
        try await withCatalog(backend) { (catalog) async throws in
            let ids = (0..<10).map { "p\($0)" }
            #expect(try await catalog.products(for: ids).products.map(\.id) == ids)
            #expect(backend.record.products.map(\.count).sorted() == [1, 3, 3, 3])
        }
    }

    @Test("R1: a fetch is retried by policy, within one flight") func retried() async throws {
        let backend = ScriptedBackend(
            script: .init(products: { ids, request in
                if request < 3 { throw BackendFailure(.networkError, "no network", retry: .retryable()) }
                return BackendProducts(products: ids.map { .sample($0) })
            }))
        try await withCatalog(backend) { (catalog) async throws in
            #expect(try await catalog.products(for: ["a"]).products.count == 1)
            #expect(backend.record.products.count == 3)
        }
    }

    /// Answers the first request when the gate opens; each answer has a price of its own.
    private func held(_ gate: EventCount) -> ScriptedBackend {
        ScriptedBackend(
            script: .init(products: { ids, request in
                if request == 1 { try await gate.wait(after: 0) }
                return BackendProducts(products: ids.map { .sample($0, displayPrice: "$\(request)") })
            }))
    }

    @Test("C2: a cancelled look-up fails nobody else, and the last one leaves no key behind") func cancelled()
        async throws
    {
        let gate = EventCount()
        let backend = held(gate)
        try await withCatalog(backend) { (catalog) async throws in
            let codes = await withTaskGroup(of: PurchaseFailure.Code?.self) { group in
                for _ in 0..<5 { group.addTask { await failureCode { try await catalog.products(for: ["a"]) } } }
                try? await eventually { catalog.load.callers == 5 && backend.record.products.count == 1 }
                group.cancelAll()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes == Array(repeating: .waitCancelled, count: 5))
            #expect(try await catalog.products(for: ["a"]).products.map(\.id) == ["a"])
            #expect(backend.record.products.count == 2)
        }
    }

    @Test("C1: a deadline ends the waiting, and frees the key of a fetch that hangs") func deadline() async throws {
        let clock = VirtualClock()
        let gate = EventCount()
        let backend = held(gate)
        try await withCatalog(backend, clock: clock) { (catalog) async throws in
            async let answer = failureCode { try await catalog.products(for: ["a"], deadline: .seconds(5)) }
            try await eventually { backend.record.products.count == 1 }
            clock.advance(by: .seconds(5))
            #expect(await answer == .deadlineExceeded)
            #expect(await failureCode { try await catalog.products(for: ["b"], deadline: .zero) } == .deadlineExceeded)
            #expect(try await catalog.products(for: ["a"], deadline: .seconds(5)).products.map(\.id) == ["a"])
            #expect(try await catalog.products(for: ["a"], deadline: .zero).products.map(\.id) == ["a"], "known")
        }
    }

    @Test("stale products are served at once while they are fetched again") func staleWhileRevalidating() async throws {
        let clock = VirtualClock()
        let backend = ScriptedBackend(
            script: .init(products: { ids, request in
                BackendProducts(products: ids.map { .sample($0, displayPrice: "$\(request)") })
            }))
        try await withCatalog(backend, clock: clock) { (catalog) async throws in
            #expect(try await catalog.products(for: ["a"]).products.map(\.displayPrice) == ["$1"])
            clock.advance(by: .seconds(101))
            #expect(try await catalog.products(for: ["a"]).products.map(\.displayPrice) == ["$1"])
            try await eventually { catalog.cached("a")?.displayPrice == "$2" }
            #expect(try await catalog.products(for: ["a"]).products.map(\.displayPrice) == ["$2"])
            #expect(backend.record.products.count == 2)
        }
    }

    /// Knows `late` from its second request on, and `a` always.
    private func slowToLearn() -> ScriptedBackend {
        ScriptedBackend(
            script: .init(products: { ids, request in
                BackendProducts(
                    products: ids.filter { $0 == "a" || request > 1 }.map { .sample($0, displayPrice: "$\(request)") })
            }))
    }

    @Test("C2: an identifier that was unknown is asked for again a second later, once for all callers")
    func unknownForAMoment() async throws {
        let clock = VirtualClock()
        let backend = slowToLearn()
        try await withCatalog(backend, clock: clock) { (catalog) async throws in
            #expect(try await catalog.products(for: ["late", "a"]).invalidIDs == ["late"])
            clock.advance(by: .milliseconds(999))
            #expect(try await catalog.products(for: ["late"]).invalidIDs == ["late"])
            #expect(backend.record.products.count == 1, "no storm")
            clock.advance(by: .milliseconds(1))
            async let one = catalog.products(for: ["late"])
            async let other = catalog.products(for: ["a", "late"])
            #expect(try await one.products.map(\.id) == ["late"])
            #expect(try await other.products.map(\.id) == ["a", "late"])
            #expect(backend.record.products == [["late", "a"], ["late"]])
        }
    }

    @Test("What the backend did not know before it was ready is fetched when it is ready") func unknownUntilReady()
        async throws
    {
        let backend = slowToLearn()
        try await withCatalog(backend) { (catalog) async throws in
            #expect(try await catalog.products(for: ["late", "a"]).invalidIDs == ["late"])
            await catalog.prefetch(["late", "a"])
            try await eventually { catalog.cached("late") != nil }
            #expect(backend.record.products == [["late", "a"], ["late"]])
        }
    }

    @Test("A call fetches anew what is known and what was just unknown, and shares a request that is under way")
    func anew() async throws {
        let gate = EventCount()
        let backend = slowToLearn()
        backend.change { script in
            script.products = { [products = script.products] ids, request in
                if request > 1 { try await gate.wait(after: 0) }
                if request > 2 { throw BackendFailure(.networkError, "no network") }
                return try await products(ids, request)
            }
        }
        try await withCatalog(backend) { (catalog) async throws in
            #expect(try await catalog.products(for: ["a", "late"]).invalidIDs == ["late"])
            async let first = catalog.products(for: ["a", "late"], refreshing: true)
            try await eventually { catalog.load.callers == 1 }
            async let second = catalog.products(for: ["a"], refreshing: true)
            try await eventually { catalog.load.callers == 2 }
            #expect(try await catalog.products(for: ["a"]).products.map(\.displayPrice) == ["$1"], "no wait")
            gate.advance()
            #expect(try await first.products.map(\.displayPrice) == ["$2", "$2"])
            #expect(try await second.products.map(\.displayPrice) == ["$2"])
            #expect(backend.record.products == [["a", "late"], ["a", "late"]])
            #expect(await failureCode { try await catalog.products(for: ["a"], refreshing: true) } == .networkError)
            #expect(try await catalog.products(for: ["a"]).products.map(\.displayPrice) == ["$2"], "it stays")
        }
    }

    @Test("C3: closing ends every waiting call, and later ones") func close() async throws {
        let backend = ScriptedBackend(
            script: .init(products: { _, _ in
                try await EventCount().wait(after: 0)
                return BackendProducts(products: [])
            }))
        try await withCatalog(backend) { (catalog) async throws in
            async let first = failureCode { try await catalog.products(for: ["a"]) }
            async let second = failureCode { try await catalog.products(for: ["a", "b"], deadline: .seconds(9)) }
            try await eventually { catalog.load.callers == 2 }
            await catalog.close()
            #expect(await first == .storeClosed)
            #expect(await second == .storeClosed)
            #expect(await failureCode { try await catalog.products(for: []) } == .storeClosed)
        }
    }

    @Test("C3: closing a catalog that never ran ends its calls too") func closeBeforeRun() async throws {
        let clock = VirtualClock()
        let catalog = ProductCatalog(
            backend: ScriptedBackend(), retrier: Retrier(timer: RetryTimer(clock: clock)), policy: .once, clock: clock,
            lifetime: .seconds(1))
        async let answer = failureCode { try await catalog.products(for: ["a"]) }
        try await eventually { catalog.load.callers == 1 }
        await catalog.close()
        #expect(await answer == .storeClosed)
        await catalog.run()
    }

    @Test("bad input: no identifiers, nonsense, too many") func badInput() async throws {
        let backend = ScriptedBackend()
        try await withCatalog(backend) { (catalog) async throws in
            #expect(try await catalog.products(for: []) == StoreProducts(products: []))
            #expect(try await catalog.products(for: [""]) == StoreProducts(products: [], invalidIDs: [""]))
            let many = Array(repeating: "a", count: StoreProducts.maximumIDs + 1)
            #expect(await failureCode { try await catalog.products(for: many) } == .invalidRequest)
            #expect(backend.record.products.isEmpty)
        }
    }

    @Test("fetching at start-up fills the catalog, and tells what is valid") func prefetch() async throws {
        let clock = VirtualClock()
        let backend = ScriptedBackend()
        backend.change { $0.products = { _, _ in BackendProducts(products: [.sample("a")], invalidIDs: ["x"]) } }
        let reported = Lock<[CatalogChange]>([])
        let catalog = ProductCatalog(
            backend: backend, retrier: Retrier(timer: RetryTimer(clock: clock)), policy: .once, clock: clock,
            lifetime: .seconds(100), onChange: { changes in reported.withLock { $0 += changes } })
        await catalog.prefetch(["a", "x"])
        #expect(catalog.isValid("a") == nil)
        async let running: Void = catalog.run()
        try await eventually { catalog.isValid("a") != nil }
        #expect(catalog.cached("a")?.id == "a")
        #expect(catalog.isValid("x") == false)
        let changes = reported.withLock { $0 }
        #expect(changes.map(\.productID) == ["a", "x"] && changes.map(\.isValid) == [true, false])
        await catalog.close()
        await running
    }

    @Test("C1: concurrent look-ups, cancellations and closing on live threads") func live() async throws {
        let backend = ScriptedBackend(capabilities: BackendCapabilities(productRequestLimit: 4))
        try await withCatalog(backend) { (catalog) async throws in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        let ids = (0..<6).map { "p\((number * 7 + $0 * 3) % 50)" }
                        await withTaskGroup(of: Void.self) { inner in
                            inner.addTask { _ = try? await catalog.products(for: ids, deadline: .seconds(1)) }
                            if number % 3 == 0 { inner.cancelAll() }
                            if number % 10 == 0 { await catalog.forget() }
                        }
                    }
                }
            }
            let all = (0..<50).map { "p\($0)" }
            #expect(try await catalog.products(for: all).products.map(\.id) == all)
        }
    }
}
