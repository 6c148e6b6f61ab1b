#if canImport(StoreKit)
    import StoreKit

    import Foundation

    /// A report of StoreKit 1's queue.
    enum QueueChange: Sendable {
        case updated([SKPaymentTransaction])
        case removed([SKPaymentTransaction])
        case restoreEnded((any Error)?)
        case promoted(SKProduct)
        case storefrontChanged(SKStorefront?)
        case entitlementsRevoked([String])
    }

    /// Observes the payment queue, which does not retain it, and passes on its reports, in order.
    final class QueueObserver: NSObject, SKPaymentTransactionObserver, Sendable {
        private let received: @Sendable (QueueChange) -> Void

        init(_ received: @escaping @Sendable (QueueChange) -> Void) {
            self.received = received
            super.init()
        }

        func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
            received(.updated(transactions))
        }

        func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
            received(.removed(transactions))
        }

        func paymentQueue(
            _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error
        ) { received(.restoreEnded(error)) }

        func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) { received(.restoreEnded(nil)) }

        #if !os(watchOS)
            /// Never pays immediately: the app decides, and a purchase is a payment like any other.
            func paymentQueue(
                _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
            ) -> Bool {
                received(.promoted(product))
                return false
            }
        #endif

        func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) { received(.storefrontChanged(queue.storefront)) }

        func paymentQueue(
            _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
        ) { received(.entitlementsRevoked(productIdentifiers)) }
    }
#endif
