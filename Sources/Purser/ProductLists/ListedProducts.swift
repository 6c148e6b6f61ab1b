/// The app's product list, with what every purchase asks of it at hand.
package final class ListedProducts: Sendable {
    /// The list; `nil` when the app has none.
    package let list: ProductList?
    private let subscribersOnly: Set<String>

    /// The products of a list.
    package init(_ list: ProductList?) {
        self.list = list
        subscribersOnly = Set(list?.entries.filter(\.isSubscribersOnly).map(\.id) ?? [])
    }

    /// Whether a product is never sold, but free for customers whose subscription enables it.
    package func isForSubscribersOnly(_ productID: String) -> Bool {
        !subscribersOnly.isEmpty && subscribersOnly.contains(productID)
    }
}
