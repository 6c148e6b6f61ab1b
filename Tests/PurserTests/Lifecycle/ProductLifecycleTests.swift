import Purser
import Testing

@Suite("Product life cycle", .timeLimit(.minutes(30))) struct ProductLifecycleTests {
    @Test("a watcher starts with the present state and sees each further one") func watching() async {
        let lifecycle = ProductLifecycle { ProductStatus(isValid: $0 == "a" ? true : nil) }
        lifecycle.note(payments: [.init("a", 1)])
        #expect(!lifecycle.isWatching && lifecycle.presentState(of: "a") == .initiated)
        lifecycle.note(payments: [.init("a", -1)])
        do {
            var states = lifecycle.states(of: "a").makeAsyncIterator()
            lifecycle.note(payments: [.init("b", 1), .init("a", 1)])
            #expect(await states.next() == .valid)
            #expect(await states.next() == .requested)
            #expect(await states.next() == .initiated)
            var late = lifecycle.states(of: "a").makeAsyncIterator()
            #expect(await late.next() == .initiated)
            async let woken = late.next()
            lifecycle.note(payments: [.init("a", -1)])
            #expect(await woken == .valid)
            #expect(await states.next() == .valid)
        }
        #expect(!lifecycle.isWatching, "the last watcher takes everything along")
        #expect(lifecycle.presentState(of: "a") == .valid)
    }

    @Test("more than 64 waiting states are conflated to the latest") func conflation() async {
        let isValid = Lock(true)
        let lifecycle = ProductLifecycle { _ in ProductStatus(isValid: isValid.withLock { $0 }) }
        var states = lifecycle.states(of: "a").makeAsyncIterator()
        func change() {
            isValid.withLock { $0.toggle() }
            lifecycle.noteChange(of: "a")
        }
        // The first state and 63 more: all are kept.
        for _ in 0..<63 { change() }
        #expect(await states.next() == .valid)
        for number in 0..<63 { #expect(await states.next() == (number.isMultiple(of: 2) ? .invalid : .valid)) }
        for _ in 0..<65 { change() }
        #expect(await states.next() == .valid)
        lifecycle.close()
        #expect(await states.next() == nil)
    }

    @Test("C3: closing ends the sequences after what waits; cancellation ends one") func ending() async throws {
        let lifecycle = ProductLifecycle { _ in ProductStatus(isValid: true) }
        let seen = await withTaskGroup(of: [ProductState].self) { group in
            group.addTask { await lifecycle.states(of: "b").reduce(into: []) { $0.append($1) } }
            while !lifecycle.isWatching { await Task.yield() }
            group.cancelAll()
            return await group.next()
        }
        #expect(seen == [.valid] || seen == [])
        #expect(!lifecycle.isWatching)
        var states = lifecycle.states(of: "a").makeAsyncIterator()
        lifecycle.close()
        #expect(await states.next() == .valid)
        #expect(await states.next() == nil)
        var late = lifecycle.states(of: "a").makeAsyncIterator()
        #expect(await late.next() == .valid)
        #expect(await late.next() == nil)
    }
}

extension ProductLifecycle {
    /// The states of a product, from the current one on; each iterator is a separate watcher.
    fileprivate func states(of productID: String) -> StoreSequence<ProductState> {
        StoreSequence { [self] in ProductWatch(self, productID) }
    }
}
