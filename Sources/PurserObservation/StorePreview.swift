public import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Replaces a store in a preview, or in a test of a view.
public struct StorePreview: Sendable {
    /// The products that are sold.
    public var products: [StoreProduct]
    /// The user's entitlements.
    public var entitlements: StoreEntitlements
    /// The states of products; others are `valid`, or `owned` by the entitlements.
    public var states: [String: ProductState] = [:]
    /// The states of contents; others are not installed.
    public var contents: [String: ContentStatus] = [:]
    /// The failure that is shown.
    public var failure: PurchaseFailure?
    /// The result of a purchase; by default the customer cancels.
    public var purchase: @Sendable (PaymentRequest) async throws -> PurchaseOutcome = { _ in .cancelled }

    /// A preview.
    ///
    /// - Parameters:
    ///   - products: the products, in the order in which they are shown.
    ///   - entitlements: the user's entitlements; see `StoreEntitlements.init(_:at:)`.
    public init(products: [StoreProduct], entitlements: StoreEntitlements? = nil) {
        self.products = products
        self.entitlements = entitlements ?? Self.nothingOwned
    }

    /// A user who owns nothing.
    static let nothingOwned = StoreEntitlements([], at: Date())

    /// Shows the preview's state of a product.
    @MainActor func show(_ product: ProductModel) {
        product.product = products.first { $0.id == product.id }
        product.take(entitlements)
        product.state = states[product.id] ?? (product.isOwned ? .owned : product.product == nil ? .invalid : .valid)
        product.content = contents[product.id] ?? ContentStatus(.notInstalled)
    }
}

extension StoreModel {
    /// A model without a store, for previews and for tests of views; the preview has the results of its calls.
    public convenience init(previewing preview: StorePreview) {
        self.init(preview.products.map(\.id), store: nil, preview: preview) {
            throw PurchaseFailure(.storeClosed, "A preview has no store.")
        }
        failure = preview.failure
        phase = .open
    }
}
