// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Not Sendable, as the headers say.
open class SKPayment: NSObject {
    package var reported = Told(productIdentifier: "")

    package struct Told: Sendable {
        package var productIdentifier: String
        package var quantity = 1
        package var applicationUsername: String?
        package var simulatesAskToBuyInSandbox = false
        package var paymentDiscount: SKPaymentDiscount?
        package init(productIdentifier: String) { self.productIdentifier = productIdentifier }
    }

    public init(product: SKProduct) {
        super.init()
        reported.productIdentifier = product.productIdentifier
    }

    package init(_ reported: Told) {
        super.init()
        self.reported = reported
    }

    open var productIdentifier: String { reported.productIdentifier }
    open var requestData: Data? { nil }
    open var quantity: Int { reported.quantity }
    open var applicationUsername: String? { reported.applicationUsername }
    open var simulatesAskToBuyInSandbox: Bool { reported.simulatesAskToBuyInSandbox }
    open var paymentDiscount: SKPaymentDiscount? { reported.paymentDiscount }
}

open class SKMutablePayment: SKPayment {
    open override var quantity: Int {
        get { reported.quantity }
        set { reported.quantity = newValue }
    }
    open override var applicationUsername: String? {
        get { reported.applicationUsername }
        set { reported.applicationUsername = newValue }
    }
    open override var simulatesAskToBuyInSandbox: Bool {
        get { reported.simulatesAskToBuyInSandbox }
        set { reported.simulatesAskToBuyInSandbox = newValue }
    }
    open override var paymentDiscount: SKPaymentDiscount? {
        get { reported.paymentDiscount }
        set { reported.paymentDiscount = newValue }
    }
}

open class SKPaymentDiscount: NSObject, @unchecked Sendable {
    public let identifier: String
    public let keyIdentifier: String
    public let nonce: UUID
    public let signature: String
    public let timestamp: NSNumber
    public init(identifier: String, keyIdentifier: String, nonce: UUID, signature: String, timestamp: NSNumber) {
        self.identifier = identifier
        self.keyIdentifier = keyIdentifier
        self.nonce = nonce
        self.signature = signature
        self.timestamp = timestamp
        super.init()
    }
}

public enum SKPaymentTransactionState: Int, Sendable {
    case purchasing = 0
    case purchased
    case failed
    case restored
    case deferred
}

// One object for the whole life of a transaction in the queue; what it says changes.
open class SKPaymentTransaction: NSObject, @unchecked Sendable {
    /// What it says now.
    package struct Said: Sendable {
        package var state: SKPaymentTransactionState
        package var id: String?
        package var date: Date?
        package var original: SKPaymentTransaction?
        package var error: (any Error)?
        /// Whether the payment lacks the user's name that it was given.
        package var forgetsUser = false
        package init(_ state: SKPaymentTransactionState) { self.state = state }
    }

    package let shown: SKPayment.Told
    private let lock = NSLock()
    private var now: Said

    open var payment: SKPayment {
        var reported = shown
        if said.forgetsUser { reported.applicationUsername = nil }
        return SKPayment(reported)
    }
    open var downloads: [SKDownload] { [] }
    open var error: (any Error)? { said.error }
    open var original: SKPaymentTransaction? { said.original }
    open var transactionDate: Date? { said.date }
    open var transactionIdentifier: String? { said.id }
    open var transactionState: SKPaymentTransactionState { said.state }

    package init(_ payment: SKPayment.Told, _ said: Said = Said(.purchasing)) {
        shown = payment
        now = said
        super.init()
    }

    package var said: Said {
        get { lock.withLock { now } }
        set { lock.withLock { now = newValue } }
    }
}
