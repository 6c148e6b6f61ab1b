// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// StoreKit 1, from its headers. Deprecated from iOS 18 and macOS 15 on, and still there.
// Sendable is what the headers say is; `@unchecked`, because an open class cannot be shown to be.
public import Foundation

open class SKPaymentQueue: NSObject, @unchecked Sendable {
    package override init() { super.init() }

    open class func `default`() -> SKPaymentQueue { FakeQueue.current.queue }
    open class func canMakePayments() -> Bool { FakeQueue.current.canMakePayments }

    open var storefront: SKStorefront? { FakeQueue.current.storefront }
    open var transactions: [SKPaymentTransaction] { FakeQueue.current.transactions }

    open func add(_ payment: SKPayment) { FakeQueue.current.add(payment) }
    open func add(_ observer: any SKPaymentTransactionObserver) { FakeQueue.current.add(observer) }
    open func remove(_ observer: any SKPaymentTransactionObserver) { FakeQueue.current.remove(observer) }
    open func restoreCompletedTransactions() { FakeQueue.current.restore(username: nil) }
    open func restoreCompletedTransactions(withApplicationUsername username: String?) {
        FakeQueue.current.restore(username: username)
    }
    open func finishTransaction(_ transaction: SKPaymentTransaction) { FakeQueue.current.finish(transaction) }
    #if canImport(UIKit)
        open func presentCodeRedemptionSheet() { FakeQueue.current.presentedCodeSheet() }
    #endif
}

public protocol SKPaymentTransactionObserver: NSObjectProtocol {
    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction])
    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction])
    func paymentQueue(
        _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error)
    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue)
    func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload])
    @available(watchOS, unavailable)
    func paymentQueue(
        _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
    ) -> Bool
    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue)
    func paymentQueue(
        _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String])
}

// Optional there. Swift on Linux has no optional requirements, so each has a body here.
extension SKPaymentTransactionObserver {
    public func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {}
    public func paymentQueue(
        _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error
    ) {}
    public func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {}
    public func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {}
    @available(watchOS, unavailable)
    public func paymentQueue(
        _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
    ) -> Bool { true }
    public func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {}
    public func paymentQueue(
        _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {}
}

open class SKStorefront: NSObject, @unchecked Sendable {
    public let countryCode: String
    public let identifier: String
    package init(countryCode: String, identifier: String) {
        (self.countryCode, self.identifier) = (countryCode, identifier)
        super.init()
    }
}

open class SKDownload: NSObject {}
