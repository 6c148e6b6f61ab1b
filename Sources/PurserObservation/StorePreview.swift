public import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a preview, or a test of a view, shows in place of a store.
public struct StorePreview: Sendable {
    /// The products that are sold.
    public var products: [StoreProduct]
    /// What the user owns.
    public var entitlements: StoreEntitlements
    /// The states of products; others are `valid`, or `owned` where something gives them.
    public var states: [String: ProductState] = [:]
    /// Where contents stand; others are not installed.
    public var contents: [String: ContentStatus] = [:]
    /// The failure that is shown.
    public var failure: PurchaseFailure?
    /// What comes of a purchase; by default the customer cancels.
    public var purchase: @Sendable (PaymentRequest) async throws -> PurchaseOutcome = { _ in .cancelled }

    /// A preview.
    ///
    /// - Parameters:
    ///   - products: what is sold, in the order in which it is shown.
    ///   - entitlements: what the user owns; see `StoreEntitlements.init(_:at:)`.
    public init(products: [StoreProduct], entitlements: StoreEntitlements? = nil) {
        self.products = products
        self.entitlements = entitlements ?? Self.nothingOwned
    }

    /// A user who owns nothing.
    static let nothingOwned = StoreEntitlements([], at: Date())

    /// Shows what is decided here about a product.
    @MainActor func show(_ product: ProductModel) {
        product.product = products.first { $0.id == product.id }
        product.take(entitlements)
        product.state = states[product.id] ?? (product.isOwned ? .owned : product.product == nil ? .invalid : .valid)
        product.content = contents[product.id] ?? ContentStatus(.notInstalled)
    }
}

extension StoreModel {
    /// A model without a store, for previews and for tests of views; its calls do as the preview says.
    public convenience init(previewing preview: StorePreview) {
        self.init(preview.products.map(\.id), store: nil, preview: preview) {
            throw PurchaseFailure(.storeClosed, "A preview has no store.")
        }
        failure = preview.failure
        phase = .open
    }
}
