#if canImport(StoreKit)
    import Purser
    import StoreKit

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A transaction in StoreKit 1's queue, as values.
    struct QueueTransaction: Sendable {
        /// The state of a payment in the queue.
        enum State: Sendable {
            case purchasing
            case purchased
            case restored
            case deferred
            /// It failed; `nil` means that the customer cancelled.
            case failed(BackendFailure?)
        }

        var state: State
        /// StoreKit's identifier; only paid transactions have one.
        var id: String?
        var productID: String
        var quantity: Int
        /// The user's name, as the app passed it with the payment; StoreKit sometimes loses it.
        var username: String?
        var date: Date?
        var originalID: String?
        var originalDate: Date?

        init(_ reported: SKPaymentTransaction) {
            id = reported.transactionIdentifier
            productID = reported.payment.productIdentifier
            quantity = reported.payment.quantity
            username = reported.payment.applicationUsername
            date = reported.transactionDate
            originalID = reported.original?.transactionIdentifier
            originalDate = reported.original?.transactionDate
            switch reported.transactionState {
            case .purchasing: state = .purchasing
            case .purchased: state = .purchased
            case .restored: state = .restored
            case .deferred: state = .deferred
            case .failed: state = .failed(Self.failure(reported.error, productID))
            // It is unknown: as if it were still being purchased.
            @unknown default: state = .purchasing
            }
        }

        private static func failure(_ error: (any Error)?, _ productID: String) -> BackendFailure? {
            let reported = error.map { BackendFailure(storeKit1: $0, doing: "buying \(productID)") }
            if reported?.code == .paymentCancelled { return nil }
            return reported ?? BackendFailure(.unknown, "StoreKit gives no reason why buying \(productID) failed.")
        }
    }
#endif
