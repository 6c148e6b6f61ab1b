/// What stands behind the stub of StoreKit 1.
package protocol FakeQueueBehaviour: Sendable {
    var queue: SKPaymentQueue { get }
    var canMakePayments: Bool { get }
    var storefront: SKStorefront? { get }
    var transactions: [SKPaymentTransaction] { get }
    func add(_ payment: SKPayment)
    func add(_ observer: any SKPaymentTransactionObserver)
    func remove(_ observer: any SKPaymentTransactionObserver)
    func restore(username: String?)
    func finish(_ transaction: SKPaymentTransaction)
    func presentedCodeSheet()
    func start(_ request: SKProductsRequest.Started, for ids: Set<String>)
    func start(_ request: SKReceiptRefreshRequest.Started)
}

/// Where the stub finds the payment queue of the running task.
package enum FakeQueue {
    @TaskLocal package static var behaviour: (any FakeQueueBehaviour)?

    /// The payment queue of the running task.
    static var current: any FakeQueueBehaviour {
        guard let behaviour else {
            preconditionFailure("No payment queue is bound to this task (FakeQueue.$behaviour).")
        }
        return behaviour
    }
}
