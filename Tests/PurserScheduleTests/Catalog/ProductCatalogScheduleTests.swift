import Purser
import PurserTesting
import Testing

@Suite("Catalog, under many schedules") struct ProductCatalogScheduleTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    struct Bench: Sendable {
        let backend: StorefrontBackend
        let catalog: ProductCatalog
        /// The storefront of the last `forget()` that has returned.
        let settled = Lock(0)
        let endings = Lock([Int: Int]())

        init(_ context: SimulationContext, _ plan: StorefrontBackend.Plan) {
            backend = StorefrontBackend(context, plan)
            let retrier = Retrier(
                timer: RetryTimer(clock: context.clock), generator: context.generator(for: "retries"))
            catalog = ProductCatalog(
                backend: backend, retrier: retrier,
                policy: RetryPolicy(initialDelay: .milliseconds(10), maximumDelay: .milliseconds(50)),
                clock: context.clock, lifetime: .milliseconds(200), invalidLifetime: Self.floor)
        }

        /// How long an unknown identifier is not asked for again.
        static let floor = Duration.milliseconds(20)

        /// One call, whose answer must be whole, in order, and of no storefront before its beginning.
        func ask(_ number: Int, _ ids: [String], deadline: Duration?) async throws {
            let oldest = settled.withLock { $0 }
            defer { endings.withLock { $0[number, default: 0] += 1 } }
            let answer: StoreProducts
            do { answer = try await catalog.products(for: ids, deadline: deadline) } catch { return }
            try #require(answer.products.map(\.id) == ids.filter { !$0.hasPrefix("x") })
            try #require(answer.invalidIDs == ids.filter { $0.hasPrefix("x") })
            for product in answer.products {
                let storefront = Int(product.displayPrice) ?? -1
                try #require(storefront >= oldest, "\(product.id) of storefront \(storefront), asked in \(oldest)")
            }
        }

        /// Runs the catalog around `body`, also when that throws, so that a failure is told and not a stall.
        func running(_ body: @Sendable () async throws -> Void) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await catalog.run() }
                do { try await body() } catch {
                    await catalog.close()
                    throw error
                }
                await catalog.close()
                try await group.waitForAll()
            }
        }

        func move() async {
            let storefront = backend.move()
            await catalog.forget()
            settled.withLock { $0 = max($0, storefront) }
        }
    }

    static let names = ["a", "b", "c", "d", "e", "f", "x1", "x2"]

    @Test("C1, C2, C3: every call ends once and whole, whatever fails, moves, expires or is cancelled")
    func chaos() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try await Simulation.explore(count: plain(250, long: 1_000)) { context in
            let bench = Bench(context, StorefrontBackend.Plan(failuresInTen: 4))
            let calls = 10
            try await bench.running {
                try await withThrowingTaskGroup(of: Void.self) { callers in
                    for number in 0..<calls { callers.addTask { try await Self.caller(number, bench, context) } }
                    for number in 0..<2 {
                        callers.addTask {
                            try await context.sleep(for: .milliseconds(30 + 50 * number))
                            await bench.move()
                        }
                    }
                    var generator = context.generator(for: "close")
                    if generator.index(below: 3) == 0 {
                        try await context.sleep(for: .milliseconds(generator.index(below: 150)))
                        await bench.catalog.close()
                    }
                    try await callers.waitForAll()
                }
            }
            let endings: [Int: Int] = bench.endings.withLock(\.self)
            try #require(endings.keys.sorted() == Array(0..<calls))
            try #require(endings.values.allSatisfy { $0 == 1 })
            try #require(bench.catalog.load == (0, 0, 0))
        }
    }

    /// Waits a while, asks for some products, and is perhaps cancelled while it waits.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    static func caller(_ number: Int, _ bench: Bench, _ context: SimulationContext) async throws {
        var generator = context.generator(for: "caller \(number)")
        try await context.sleep(for: .milliseconds(generator.index(below: 150)))
        let ids = names.shuffled(using: &generator).prefix(1 + generator.index(below: 6))
        let deadline: Duration? = generator.index(below: 3) == 0 ? .milliseconds(generator.index(below: 60)) : nil
        let patience = generator.index(below: 4) == 0 ? generator.index(below: 40) : nil
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await bench.ask(number, Array(ids), deadline: deadline) }
            if let patience {
                try await context.sleep(for: .milliseconds(patience))
                group.cancelAll()
            }
            try await group.waitForAll()
        }
    }

    @Test("C2: callers at once: each identifier travels exactly once") func once() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try await Simulation.explore(count: plain(250, long: 1_000)) { context in
            let bench = Bench(context, StorefrontBackend.Plan())
            try await bench.running {
                try await withThrowingTaskGroup(of: Void.self) { callers in
                    for number in 0..<8 {
                        callers.addTask {
                            var generator = context.generator(for: "caller \(number)")
                            try await context.sleep(for: .milliseconds(generator.index(below: 20)))
                            let ids = Self.names.filter { !$0.hasPrefix("x") }.shuffled(using: &generator)
                            try await bench.ask(
                                number, Array(ids.prefix(4)), deadline: number.isMultiple(of: 2) ? .seconds(60) : nil)
                        }
                    }
                    try await callers.waitForAll()
                }
            }
            try #require(bench.backend.travels.values.allSatisfy { $0 == 1 })
        }
    }
}
