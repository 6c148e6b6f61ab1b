#if canImport(StoreKit)
    import StoreKit

    import Foundation

    /// A report of StoreKit 1's queue.
    enum QueueNews: Sendable {
        case updated([SKPaymentTransaction])
        case removed([SKPaymentTransaction])
        case restoreEnded((any Error)?)
        case promoted(SKProduct)
        case storefrontChanged(SKStorefront?)
        case entitlementsRevoked([String])
    }

    /// Observes the payment queue, which does not retain it, and passes on its reports, in order.
    final class QueueObserver: NSObject, SKPaymentTransactionObserver, Sendable {
        private let heard: @Sendable (QueueNews) -> Void

        init(_ heard: @escaping @Sendable (QueueNews) -> Void) {
            self.heard = heard
            super.init()
        }

        func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
            heard(.updated(transactions))
        }

        func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
            heard(.removed(transactions))
        }

        func paymentQueue(
            _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error
        ) { heard(.restoreEnded(error)) }

        func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) { heard(.restoreEnded(nil)) }

        #if !os(watchOS)
            /// Never at once: the app decides, and a purchase is a payment like any other.
            func paymentQueue(
                _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
            ) -> Bool {
                heard(.promoted(product))
                return false
            }
        #endif

        func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) { heard(.storefrontChanged(queue.storefront)) }

        func paymentQueue(
            _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
        ) { heard(.entitlementsRevoked(productIdentifiers)) }
    }
#endif
