/// The products that the present user may use: `for await allowed in store.allowedProducts`.
///
/// They follow purchases, acquisitions, subscriptions, their ends and refunds at once, by the rules of
/// ``StoreEntitlements/allowedProductIDs(by:)`` and ``PurchaseStore/Configuration/productList``. A loop gets the present ones
/// first, and then them again whenever they are others, also those of the next user. A reader that is slow gets the latest
/// only. Each loop has a position of its own; it ends when the store closes, or its task is cancelled.
public struct AllowedProducts: AsyncSequence, Sendable {
    /// The loop's elements: identifiers of products.
    public typealias Element = Set<String>

    private let sessions: StoreSessions

    init(_ sessions: StoreSessions) { self.sessions = sessions }

    /// The identifiers of the products that may be used now; reading them never waits.
    public var ids: Set<String> {
        StoreEntitlements(sessions.entitlements, deviceTime: sessions.deviceTime)
            .allowedProductIDs(by: sessions.listed.list)
    }

    /// Whether a product may be used now.
    public func contains(_ productID: String) -> Bool { ids.contains(productID) }

    /// The same as a stream of the standard library, for code that wants that type; each stream is one loop.
    public var stream: AsyncStream<Set<String>> { AsyncStream(pulling: makeAsyncIterator()) }

    /// Begins with the present ones.
    public func makeAsyncIterator() -> Iterator {
        Iterator(EntitlementUpdates(sessions).makeAsyncIterator(), sessions.listed.list)
    }

    /// How far one loop has read.
    public struct Iterator: AsyncIteratorProtocol, PulledIterator, Sendable {
        private var updates: EntitlementUpdates.Iterator
        /// The same for all users.
        private let list: ProductList?
        private var last: Set<String>?

        fileprivate init(_ updates: EntitlementUpdates.Iterator, _ list: ProductList?) {
            self.updates = updates
            self.list = list
        }

        /// What may be used next; `nil` when the store has closed, or the task was cancelled.
        public mutating func next() async -> Set<String>? {
            while let entitlements = await updates.next() {
                let allowed = entitlements.allowedProductIDs(by: list)
                guard allowed != last else { continue }
                last = allowed
                return allowed
            }
            return nil
        }
    }
}

extension AllowedProducts: CustomStringConvertible {
    /// The products in one line.
    public var description: String { Wording.list(ids.sorted()) }
}
