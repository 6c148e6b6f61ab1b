// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(UIKit)
    public import UIKit
#elseif canImport(AppKit)
    public import AppKit
#endif

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension Transaction {
    public struct Transactions: AsyncSequence, Sendable {
        public typealias Element = VerificationResult<Transaction>
        package let make: @Sendable () -> AsyncStream<VerificationResult<Transaction>>

        init(updates make: @escaping @Sendable () -> AsyncStream<VerificationResult<Transaction>>) {
            self.make = make
        }

        /// Transactions that are all known when somebody asks for the first.
        init(listing list: @escaping @Sendable () async -> [VerificationResult<Transaction>]) {
            make = {
                let rest = Remaining(list)
                return AsyncStream { await rest.next() }
            }
        }

        public struct AsyncIterator: AsyncIteratorProtocol {
            var inner: AsyncStream<VerificationResult<Transaction>>.AsyncIterator
            public mutating func next() async -> VerificationResult<Transaction>? { await inner.next() }
        }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(inner: make().makeAsyncIterator()) }
    }

    public static var all: Transactions { Transactions(listing: { await FakeStore.current.allTransactions() }) }
    public static var currentEntitlements: Transactions {
        Transactions(listing: { await FakeStore.current.currentEntitlements() })
    }
    public static var unfinished: Transactions {
        Transactions(listing: { await FakeStore.current.unfinishedTransactions() })
    }
    public static var updates: Transactions { Transactions(updates: { FakeStore.current.transactionUpdates() }) }

    public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
        await FakeStore.current.allTransactions().last { $0.payload.productID == productID }
    }

    public enum RefundRequestStatus: Sendable, Hashable {
        case success
        case userCancelled
    }

    public enum RefundRequestError: Error, Sendable, Hashable {
        case duplicateRequest
        case failed
        #if STOREKIT_27
            case ineligible
        #endif
    }

    #if canImport(UIKit)
        @MainActor
        public static func beginRefundRequest(
            for transactionID: UInt64, in scene: UIWindowScene
        ) async throws -> RefundRequestStatus {
            try await FakeStore.current.requestRefund(transactionID)
        }
    #elseif canImport(AppKit)
        @MainActor
        public static func beginRefundRequest(
            for transactionID: UInt64, in viewController: NSViewController
        ) async throws -> RefundRequestStatus {
            try await FakeStore.current.requestRefund(transactionID)
        }
    #endif
}

/// What is left of a list that is asked for when its first element is.
private actor Remaining {
    private let list: @Sendable () async -> [VerificationResult<Transaction>]
    private var rest: [VerificationResult<Transaction>]?

    init(_ list: @escaping @Sendable () async -> [VerificationResult<Transaction>]) { self.list = list }

    func next() async -> VerificationResult<Transaction>? {
        if rest == nil { rest = await list().reversed() }
        return rest?.popLast()
    }
}
