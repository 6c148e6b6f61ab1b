import Purser
import Testing

@Suite("Product life cycle, the function") struct ProductStatusTests {
    private static let valid = ProductStatus(isValid: true)
    private static let invalid = ProductStatus(isValid: false)
    private static let owned = ProductStatus(isOwned: true, isValid: true)
    private static let pending = ProductStatus(isValid: true, pendingEnd: Timestamp(milliseconds: 1))

    /// The states that a watcher sees, from the first status through the others, as one line.
    private func progress(_ first: ProductStatus, _ others: (ProductStatus, OpenPurchases.Stage)...) -> String {
        var (state, seen) = (first.state, [String]())
        for (status, purchases) in others {
            var status = status
            status.purchases = purchases
            seen += state.path(to: status.state).map(\.rawValue)
            state = status.state
        }
        return seen.joined(separator: " ")
    }

    @Test("a non-consumable's life") func nonConsumable() {
        #expect(progress(ProductStatus(), (Self.valid, .none)) == "valid")
        let bought = progress(Self.valid, (Self.valid, .paying), (Self.owned, .approved), (Self.owned, .none))
        #expect(bought == "requested initiated approved finished owned")
    }

    @Test("a consumable goes back to valid and is bought again, also while one is not finished") func consumable() {
        let twice = progress(Self.valid, (Self.valid, .approved), (Self.valid, .none), (Self.valid, .paying))
        #expect(twice == "approved finished valid requested initiated")
        #expect(progress(Self.valid, (Self.valid, .approved), (Self.valid, .paying)) == "approved finished initiated")
    }

    @Test("content is downloaded between approval and finish") func content() {
        let seen = progress(
            Self.valid, (Self.owned, .approved), (Self.owned, .downloading), (Self.owned, .approved),
            (Self.owned, .downloading), (Self.owned, .downloaded), (Self.owned, .none))
        #expect(seen == "approved downloading approved downloading downloaded finished owned")
    }

    @Test("M3: Ask to Buy is pending, then approved, or over; what is owned is owned, whatever else is pending")
    func pending() {
        #expect(progress(Self.valid, (Self.valid, .paying), (Self.pending, .none)) == "requested initiated pending")
        #expect(progress(Self.pending, (Self.pending, .approved), (Self.owned, .none)) == "approved finished owned")
        #expect(progress(Self.pending, (Self.valid, .none)) == "valid")
        var both = Self.pending
        both.isOwned = true
        #expect(both.state == .owned)
    }

    @Test("a payment that ends brings back what was before; a loss shows at rest") func ended() {
        #expect(progress(Self.owned, (Self.owned, .paying), (Self.owned, .none)) == "requested initiated owned")
        #expect(progress(Self.owned, (Self.valid, .none)) == "valid")
        #expect(progress(Self.invalid, (Self.invalid, .approved), (Self.invalid, .none)) == "approved finished invalid")
    }

    @Test("of several purchases of a product the furthest counts, and each ends by itself") func furthest() {
        var purchases = OpenPurchases()
        purchases.add("1", of: "seeds")
        purchases.add("2", of: "seeds", .downloading)
        #expect(purchases.stage(of: "seeds") == .downloading && purchases.stage(of: "tools") == .none)
        #expect(purchases.remove("2") == "seeds" && purchases.stage(of: "seeds") == .approved)
        #expect(purchases.remove("2") == nil)
        #expect(purchases.remove("1") == "seeds" && purchases.stage(of: "seeds") == .none)
    }
}
