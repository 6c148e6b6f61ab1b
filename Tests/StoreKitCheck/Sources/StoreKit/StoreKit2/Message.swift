// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(UIKit)
    public import UIKit

    @available(iOS 16.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    public struct Message: Hashable, Sendable {
        public struct Reason: RawRepresentable, Hashable, Sendable {
            public let rawValue: Int
            public init(rawValue: Int) { self.rawValue = rawValue }
            public static let generic = Reason(rawValue: 0)
            public static let priceIncreaseConsent = Reason(rawValue: 1)
            public static let billingIssue = Reason(rawValue: 2)
        }

        public let reason: Reason

        package init(reason: Reason) { self.reason = reason }

        @MainActor
        public func display(in scene: UIWindowScene) throws { FakeStore.current.displayed(reason.rawValue) }

        public static var messages: Messages { Messages() }

        public struct Messages: AsyncSequence, Sendable {
            public typealias Element = Message
            public struct AsyncIterator: AsyncIteratorProtocol {
                var inner: AsyncStream<Message>.AsyncIterator
                public mutating func next() async -> Message? { await inner.next() }
            }
            public func makeAsyncIterator() -> AsyncIterator {
                AsyncIterator(inner: FakeStore.current.messages().makeAsyncIterator())
            }
        }
    }
#endif
