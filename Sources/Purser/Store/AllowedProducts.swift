/// The products that the present user may use: `for await allowed in store.allowedProducts`.
///
/// They follow purchases, acquisitions, subscriptions, their ends and refunds at once, by the rules of
/// ``StoreEntitlements/allowedProductIDs(by:)`` and ``PurchaseStore/Configuration/productList``. A loop gets the present ones
/// first, and then them again whenever they are others, also those of the next user. A reader that is slow gets the latest
/// only. Each loop has a position of its own; it ends when the store closes, or its task is cancelled.
public struct AllowedProducts: AsyncSequence, Sendable {
    /// The loop's elements: identifiers of products.
    public typealias Element = Set<String>
    /// How far one loop has read.
    public typealias AsyncIterator = StoreSequence<Set<String>>.Iterator

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
    public func makeAsyncIterator() -> AsyncIterator {
        StoreSequence("") { [sessions] in
            AllowedReading(updates: EntitlementReading.loop(sessions), list: sessions.listed.list)
        }.makeAsyncIterator()
    }
}

private struct AllowedReading: PulledIterator {
    var updates: SessionLoop<EntitlementReading, StoreEntitlements>
    /// The same for all users.
    let list: ProductList?
    var last: Set<String>?

    mutating func next() async -> Set<String>? {
        while let entitlements = await updates.next() {
            let allowed = entitlements.allowedProductIDs(by: list)
            guard allowed != last else { continue }
            last = allowed
            return allowed
        }
        return nil
    }
}

extension AllowedProducts: CustomStringConvertible {
    /// The products in one line.
    public var description: String { Wording.list(ids.sorted()) }
}
