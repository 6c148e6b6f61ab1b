import Purser
import Testing

@Suite("Catalog, the machine") struct ProductCatalogStateTests {
    typealias State = ProductCatalogState

    private var state = State(lifetime: .seconds(100), invalidLifetime: .seconds(10))

    @Test("C2: what is known does not travel, and a partly known set answers with all of it")
    mutating func partlyCached() {
        state.fetched(["a": .product(.sample("a"))], now: .zero)
        let plan = state.requested(["b", "a", "c"], now: .seconds(1))
        #expect(plan.missing == ["b", "c"])
        let answer = plan.answer(with: ["b": .product(.sample("b")), "c": .invalid])
        #expect(answer.products.map(\.id) == ["b", "a"])
        #expect(answer.invalidIDs == ["c"])
    }

    @Test("past its lifetime a product is told once more while it is fetched again") mutating func stale() {
        state.fetched(["a": .product(.sample("a"))], now: .zero)
        #expect(state.requested(["a"], now: .seconds(99)).stale.isEmpty)
        let plan = state.requested(["a"], now: .seconds(100))
        #expect(plan.stale == ["a"])
        #expect(plan.missing.isEmpty)
        #expect(plan.answer(with: [:]).products.map(\.id) == ["a"])
    }

    @Test("invalid identifiers are remembered apart, and shorter") mutating func invalid() {
        state.fetched(["x": .invalid], now: .zero)
        #expect(state.requested(["x"], now: .seconds(9)).missing.isEmpty)
        #expect(state.requested(["x"], now: .seconds(10)).missing == ["x"])
        state.fetched(["x": .product(.sample("x"))], now: .seconds(10))
        #expect(state.requested(["x"], now: .seconds(11)).answer(with: [:]).products.map(\.id) == ["x"])
        state.fetched(["x": .invalid], now: .seconds(12))
        #expect(state.requested(["x"], now: .seconds(13)).answer(with: [:]).invalidIDs == ["x"])
    }

    @Test("who wants all of it anew waits for what is known, stale or invalid, and never for nonsense")
    mutating func anew() {
        state.fetched(["a": .product(.sample("a")), "x": .invalid], now: .zero)
        let plan = state.requested(["a", "x", "b", ""], refreshing: true, now: .seconds(1))
        #expect(plan.missing == ["a", "x", "b"])
        #expect(plan.stale.isEmpty)
        #expect(plan.answer(with: ["a": .product(.sample("a"))]).invalidIDs == ["x", "b", ""])
    }

    @Test("nonsense never travels and is told as invalid") mutating func nonsense() {
        let long = String(repeating: "x", count: PaymentRequest.maximumProductIDBytes + 1)
        let plan = state.requested(["", long, "a", "a"], now: .zero)
        #expect(plan.missing == ["a"])
        #expect(plan.answer(with: ["a": .product(.sample("a"))]).invalidIDs == ["", long])
    }

    @Test("the memory of invalid identifiers is bounded") mutating func bounded() {
        for number in 0..<(MemoryLimits.invalidProductIDs + 50) { state.fetched(["x\(number)": .invalid], now: .zero) }
        #expect(state.counts.invalid <= MemoryLimits.invalidProductIDs)
    }

    @Test("a lifetime of nothing keeps nothing") func noLifetime() {
        var state = State(lifetime: .zero, invalidLifetime: .zero)
        state.fetched(["a": .product(.sample("a")), "x": .invalid], now: .zero)
        #expect(state.requested(["a", "x"], now: .zero).missing == ["a", "x"])
    }

    @Test("forgetting leaves nothing") mutating func forget() {
        state.fetched(["a": .product(.sample("a")), "x": .invalid], now: .zero)
        state.forgotten()
        #expect(state.requested(["a", "x"], now: .zero).missing == ["a", "x"])
    }

    @Test("silence about an identifier means invalid; unasked products are not heard") func silence() {
        let answer = BackendProducts(products: [.sample("a"), .sample("stranger")], invalidIDs: ["a"])
        let outcomes = State.outcomes(of: answer, for: ["a", "b"])
        #expect(outcomes == ["a": .product(.sample("a")), "b": .invalid])
    }
}
