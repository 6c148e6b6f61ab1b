public import Purser

extension ProductList {
    /// The identifiers of all products of a StoreKit configuration, in the file's order.
    public init(_ configuration: StoreKitConfiguration) {
        self.init(configuration.allProducts.map(\.id))
    }
}
