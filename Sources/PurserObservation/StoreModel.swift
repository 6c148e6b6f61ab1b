public import Observation
public import Purser

/// The state of a store for an app's views, on the main actor: products and prices, what is owned, running purchases, and
/// failures.
///
/// Make one when the app starts, and call ``run()`` in the `task` of the scene's content.
///
/// It owns the values that views read, and the store if it opened it. It promises that these values are the store's while
/// ``run()`` runs, without polling, and that a view is redrawn only when something that it reads has changed. It decides
/// nothing about purchases: every call goes to the store.
@MainActor @Observable
public final class StoreModel {
    /// The phases of a model: before its store is open, while it is, and after.
    public enum Phase: Sendable, Hashable {
        /// The store is not open yet, or could not be opened.
        case notOpen
        /// It is open.
        case open
        /// It was closed.
        case closed
    }

    /// The listed products, in the order in which they were named.
    public internal(set) var products: [ProductModel] = []
    /// The current user's entitlements; empty before the store is open.
    public internal(set) var entitlements: StoreEntitlements
    /// The current user of the store.
    public internal(set) var account: StoreAccount = .unnamed
    /// Whether the store is open.
    public internal(set) var phase: Phase = .notOpen
    /// Whether products are being fetched.
    public internal(set) var isLoading = false
    /// Whether purchases are being restored.
    public internal(set) var isRestoring = false
    /// The latest failure of a call of this model, for an alert; the view sets it to `nil` when it was shown.
    ///
    /// A purchase that the customer cancels, and a cancelled task, are no failures.
    public var failure: PurchaseFailure?
    /// Whether there is a ``failure`` to show; setting it to `false` removes the failure.
    public var isShowingFailure: Bool {
        get { failure != nil }
        set { if !newValue, failure != nil { failure = nil } }
    }

    /// The store, once it is open; `nil` in a preview.
    public internal(set) var store: PurchaseStore?

    /// How many calls fetch products, and how many restore purchases: calls overlap.
    @ObservationIgnored var loads = 0 { didSet { update(\.isLoading, loads > 0) } }
    @ObservationIgnored var restores = 0 { didSet { update(\.isRestoring, restores > 0) } }
    @ObservationIgnored var modelsByID: [String: ProductModel] = [:]
    /// All products that are followed, listed or not, in the order in which they were first used.
    @ObservationIgnored var followed: [ProductModel] = []
    /// The identifiers of ``products``.
    @ObservationIgnored private var listed: Set<String> = []
    @ObservationIgnored let opening: @Sendable () async throws -> PurchaseStore
    @ObservationIgnored let preview: StorePreview?
    /// Whether one of the runs opens the store just now.
    @ObservationIgnored var isOpening = false
    /// Advanced when a store was opened or could not be, and when products were added.
    @ObservationIgnored let changes = EventCount()

    /// A model that opens its store when it first runs.
    ///
    /// - Parameters:
    ///   - productIDs: the listed products.
    ///   - opening: opens the store; ``run()`` calls it, and calls it again after a failure.
    public convenience init(
        productIDs: [String] = [], opening: @escaping @Sendable () async throws -> PurchaseStore
    ) {
        self.init(productIDs, store: nil, preview: nil, opening: opening)
    }

    /// A model of a store that the app opens and closes.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - productIDs: the listed products.
    public convenience init(_ store: PurchaseStore, productIDs: [String] = []) {
        self.init(productIDs, store: store, preview: nil) { store }
    }

    init(
        _ productIDs: [String], store: PurchaseStore?, preview: StorePreview?,
        opening: @escaping @Sendable () async throws -> PurchaseStore
    ) {
        self.store = store
        self.preview = preview
        self.opening = opening
        entitlements = store?.entitlements ?? preview?.entitlements ?? StorePreview.nothingOwned
        if let store {
            phase = .open
            account = store.account
        }
        add(productIDs)
    }

    /// The product with this identifier.
    ///
    /// A product that was not named before is fetched and observed from now on. It is not in ``products``, so that a view may
    /// read it while it draws; ``add(_:)`` lists it.
    public subscript(productID: String) -> ProductModel {
        if let known = modelsByID[productID] { return known }
        let product = ProductModel(productID)
        modelsByID[productID] = product
        followed.append(product)
        show(product)
        changes.advance()
        return product
    }

    /// Adds products to the end of ``products``.
    public func add(_ productIDs: [String]) {
        let new = productIDs.filter { listed.insert($0).inserted }
        if !new.isEmpty { products += new.map { self[$0] } }
    }

    /// Sets a property to a value, if it has another one.
    func update<Value: Equatable>(_ property: ReferenceWritableKeyPath<StoreModel, Value>, _ value: Value) {
        if self[keyPath: property] != value { self[keyPath: property] = value }
    }

    /// Shows at once the known state of a product, without a request.
    ///
    /// A view may be drawing: the model's properties are read without tracking, so that the view depends on this
    /// product alone.
    private func show(_ product: ProductModel) {
        if let store = _store {
            product.product = store.cachedProduct(product.id)
            product.state = store.state(of: product.id)
        }
        product.take(_entitlements)
        preview?.show(product)
    }
}
