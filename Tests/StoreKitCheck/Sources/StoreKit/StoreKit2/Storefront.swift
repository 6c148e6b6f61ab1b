// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public struct Storefront: Hashable, Sendable {
    public let countryCode: String
    public let id: String
    // iOS 17, back-deployed before 18.4.
    public package(set) var currency: Locale.Currency?

    package init(id: String, countryCode: String) { (self.id, self.countryCode) = (id, countryCode) }

    public static var current: Storefront? {
        get async { await FakeStore.current.storefront() }
    }

    public static var updates: Storefronts { Storefronts() }

    public struct Storefronts: AsyncSequence, Sendable {
        public typealias Element = Storefront
        public struct AsyncIterator: AsyncIteratorProtocol {
            var inner: AsyncStream<Storefront>.AsyncIterator
            public mutating func next() async -> Storefront? { await inner.next() }
        }
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(inner: FakeStore.current.storefrontUpdates().makeAsyncIterator())
        }
    }
}
