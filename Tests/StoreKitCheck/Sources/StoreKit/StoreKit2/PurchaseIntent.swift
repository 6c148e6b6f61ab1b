// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@available(iOS 16.4, macOS 14.4, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct PurchaseIntent: Hashable, Sendable {
    public let product: Product
    package var wantedOffer: Product.SubscriptionOffer?
    @available(iOS 18.0, macOS 15.0, *)
    public var offer: Product.SubscriptionOffer? { wantedOffer }
    public var id: Product.ID { product.id }

    package init(product: Product) { self.product = product }

    public static var intents: PurchaseIntents { PurchaseIntents() }

    public struct PurchaseIntents: AsyncSequence, Sendable {
        public typealias Element = PurchaseIntent
        public struct AsyncIterator: AsyncIteratorProtocol {
            var inner: AsyncStream<Product>.AsyncIterator
            public mutating func next() async -> PurchaseIntent? {
                await inner.next().map { PurchaseIntent(product: $0) }
            }
        }
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(inner: FakeStore.current.promotions().makeAsyncIterator())
        }
    }
}
