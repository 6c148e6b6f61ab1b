import Purser
import Testing

@Suite("Product life cycle, the machine") struct ProductLifecycleStateTests {
    /// Everything that follows from these events, as one line.
    func progress(_ start: ProductState = .registered, _ events: ProductEvent...) -> String {
        var machine = ProductLifecycleState(Self.status(start))
        return events.flatMap { machine.noted($0) }.map(\.rawValue).joined(separator: " ")
    }

    /// The status of a product in this state, which is none of those that only events lead to.
    static func status(_ state: ProductState) -> ProductStatus {
        switch state {
        case .valid: ProductStatus(isValid: true)
        case .invalid: ProductStatus(isValid: false)
        case .owned: ProductStatus(isOwned: true, isValid: true)
        case .approved: ProductStatus(isValid: true, isUnfinished: true)
        default: ProductStatus()
        }
    }

    @Test("a non-consumable's life") func nonConsumable() {
        let progress = progress(.registered, .validated, .requested, .submitted, .approved, .finishedAndOwned)
        #expect(progress == "valid requested initiated approved finished owned")
    }

    @Test("a consumable goes back to valid and is bought again") func consumable() {
        let progress = progress(.valid, .requested, .submitted, .approved, .finishedAndUsedUp, .requested)
        #expect(progress == "requested initiated approved finished valid requested")
    }

    @Test("content is downloaded between approval and finish") func content() {
        let progress = progress(
            .valid, .requested, .submitted, .approved, .downloadBegan, .downloadFailed, .downloadBegan,
            .downloadSucceeded, .finishedAndOwned)
        #expect(progress == "requested initiated approved downloading approved downloading downloaded finished owned")
    }

    @Test("Ask to Buy: pending, then approved or back") func pending() {
        #expect(
            progress(.valid, .requested, .submitted, .deferred, .approved) == "requested initiated pending approved")
        #expect(progress(.valid, .requested, .submitted, .deferred, .abandoned) == "requested initiated pending valid")
    }

    @Test("a payment that ends brings back what was before") func abandoned() {
        #expect(progress(.owned, .requested, .submitted, .abandoned) == "requested initiated owned")
        #expect(progress(.registered, .requested, .validated, .abandoned) == "requested valid")
        #expect(progress(.registered, .requested, .abandoned) == "requested registered")
    }

    @Test("a left-over goes from anywhere to approved; a loss shows at rest") func leftover() {
        #expect(progress(.registered, .approved, .finishedAndOwned, .lost) == "approved finished owned valid")
        #expect(progress(.invalid, .approved, .finishedAndUsedUp) == "approved finished invalid")
        #expect(progress(.owned, .requested, .lost, .submitted, .abandoned) == "requested initiated valid")
    }

    @Test("a storefront change forgets what was said, not what is owned") func forgotten() {
        #expect(progress(.valid, .forgotten, .rejected, .validated) == "registered invalid valid")
        #expect(progress(.owned, .forgotten, .lost) == "registered")
    }

    @Test("what makes no sense is ignored") func illegal() {
        #expect(progress(.invalid, .requested, .submitted, .deferred, .abandoned) == "")
        #expect(progress(.valid, .submitted, .deferred, .abandoned, .downloadBegan, .downloadSucceeded) == "")
        #expect(progress(.valid, .finishedAndOwned, .finishedAndUsedUp, .validated) == "")
        #expect(progress(.approved, .requested, .submitted, .abandoned, .approved, .rejected) == "")
        #expect(progress(.approved, .downloadBegan, .approved, .abandoned) == "downloading")
    }

    @Test("whatever is told in whatever order: no state twice in a row, and every finish comes to rest") func anyOrder()
    {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            var machine = ProductLifecycleState(ProductStatus())
            var last = machine.state
            for _ in 0..<40 {
                guard let event = ProductEvent.allCases.randomElement(using: &generator) else { continue }
                let states = machine.noted(event)
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
