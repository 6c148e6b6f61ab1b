import Purser
import Testing

@Suite("Product life cycle, the machine") struct ProductLifecycleStateTests {
    private static let registered = ProductStatus()
    private static let valid = ProductStatus(isValid: true)
    private static let invalid = ProductStatus(isValid: false)
    private static let owned = ProductStatus(isOwned: true, isValid: true)
    private static let pending = ProductStatus(isValid: true, pendingEnd: Timestamp(milliseconds: 1))

    /// Everything that follows from these events while the product has this status, and before that another one, as one line.
    private func progress(
        _ status: ProductStatus, from start: ProductStatus? = nil, _ events: ProductEvent...
    ) -> String {
        var machine = ProductLifecycleState(start ?? status)
        return events.flatMap { machine.noted($0, status) }.map(\.rawValue).joined(separator: " ")
    }

    @Test("a non-consumable's life") func nonConsumable() {
        #expect(progress(Self.valid, from: Self.registered, .changed) == "valid")
        let bought = progress(Self.owned, from: Self.valid, .requested, .submitted, .approved, .finished)
        #expect(bought == "requested initiated approved finished owned")
    }

    @Test("a consumable goes back to valid and is bought again") func consumable() {
        let progress = progress(Self.valid, .requested, .submitted, .approved, .finished, .requested)
        #expect(progress == "requested initiated approved finished valid requested")
    }

    @Test("content is downloaded between approval and finish") func content() {
        let progress = progress(
            Self.owned, from: Self.valid, .requested, .submitted, .approved, .downloadBegan, .downloadFailed,
            .downloadBegan, .downloadSucceeded, .finished)
        #expect(progress == "requested initiated approved downloading approved downloading downloaded finished owned")
    }

    @Test("M3: Ask to Buy is pending, then approved, or over; what is owned is owned, whatever else is pending")
    func pending() {
        let asked = progress(Self.pending, from: Self.valid, .requested, .submitted, .ended, .approved, .finished)
        #expect(asked == "requested initiated pending approved finished pending", "another one is still pending")
        #expect(progress(Self.valid, from: Self.pending, .changed) == "valid")
        #expect(progress(Self.pending, .requested, .ended) == "requested pending", "the second one was cancelled")
        var both = Self.pending
        both.isOwned = true
        #expect(progress(both, from: Self.valid, .requested, .submitted, .ended) == "requested initiated owned")
        #expect(ProductLifecycleState(both).state == .owned)
    }

    @Test("a payment that ends brings back what was before") func ended() {
        #expect(progress(Self.owned, .requested, .submitted, .ended) == "requested initiated owned")
        #expect(progress(Self.registered, .requested, .changed, .ended) == "requested registered")
    }

    @Test("a left-over goes from anywhere to approved; a loss shows at rest") func leftover() {
        #expect(progress(Self.owned, from: Self.registered, .approved, .finished) == "approved finished owned")
        #expect(progress(Self.valid, from: Self.owned, .changed) == "valid")
        #expect(progress(Self.invalid, .approved, .finished) == "approved finished invalid")
        #expect(
            progress(Self.valid, from: Self.owned, .requested, .changed, .submitted, .ended)
                == "requested initiated valid")
    }

    @Test("what makes no sense is ignored") func illegal() {
        #expect(progress(Self.invalid, .requested, .submitted, .ended) == "")
        #expect(progress(Self.valid, .submitted, .ended, .downloadBegan, .downloadSucceeded) == "")
        #expect(progress(Self.valid, .finished, .changed) == "")
        let approved = ProductStatus(isValid: true, isUnfinished: true)
        #expect(progress(approved, .requested, .submitted, .ended, .approved, .changed) == "")
        #expect(progress(approved, .downloadBegan, .approved, .ended) == "downloading")
    }

    @Test("whatever is told in whatever order: no state twice in a row, and every finish comes to rest") func anyOrder()
    {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            var machine = ProductLifecycleState(ProductStatus())
            var last = machine.state
            for _ in 0..<40 {
                let status = [Self.registered, Self.valid, Self.invalid, Self.owned, Self.pending]
                guard let event = ProductEvent.allCases.randomElement(using: &generator),
                    let status = status.randomElement(using: &generator)
                else { continue }
                let states = machine.noted(event, status)
                for state in states {
                    #expect(state != last)
                    last = state
                }
                #expect(last == machine.state)
                #expect(last != .finished)
            }
        }
    }
}
