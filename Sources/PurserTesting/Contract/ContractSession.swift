import Purser

/// One check's dealings with a backend: it stands in the store's place.
final class ContractSession: Sendable {
    let subject: any BackendUnderTest
    let backend: any StoreBackend
    private let check: String
    private let heard = Lock<[BackendEvent]>([])
    private let mailbox: Mailbox<[BackendEvent]>
    private let numbers = Lock<UInt64>(0)
    private let work = Lock<Task<Void, Never>?>(nil)

    init(_ subject: any BackendUnderTest, check: String) throws {
        self.subject = subject
        backend = subject.backend
        self.check = check
        guard let mailbox = subject.backend.inbox.claim() else {
            throw ContractViolation(check: check, message: "the maker must give a backend on which no store is open")
        }
        self.mailbox = mailbox
    }

    func open() async throws {
        try await backend.activate()
        let task = RootTask.start { [backend, mailbox, heard] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await backend.run() }
                while let batches = await mailbox.next() {
                    heard.withLock { $0 += batches.joined() }
                }
                group.cancelAll()
            }
        }
        work.withLock { $0 = task }
    }

    func close() async {
        backend.inbox.release()
        let task = work.withLock { $0.take() }
        task?.cancel()
        await task?.value
        await backend.deactivate()
    }

    /// Everything that the backend has said so far, in order.
    var events: [BackendEvent] { heard.withLock { $0 } }

    /// Forgets what was said.
    func forget() { heard.withLock { $0 = [] } }

    func violation(_ message: String) -> ContractViolation { ContractViolation(check: check, message: message) }

    /// Throws a violation unless something holds.
    func expect(_ holds: Bool, _ message: @autoclosure () -> String) throws {
        if !holds { throw violation(message()) }
    }

    /// Waits until the backend has said something.
    func wait<Value>(for what: String, _ find: ([BackendEvent]) -> Value?) async throws -> Value {
        let end = subject.clock.now() + subject.patience
        while true {
            if let value = find(events) { return value }
            guard subject.clock.now() < end else {
                throw violation("waited for \(what); what came was \(events.map(\.contractWord))")
            }
            try await subject.clock.sleep(until: subject.clock.now() + .milliseconds(5))
        }
    }

    /// Waits a moment, for what must not come.
    func pause() async throws {
        try await subject.clock.sleep(until: subject.clock.now() + min(subject.patience, .milliseconds(50)))
    }

    func payment(_ productID: String, quantity: Int = 1) -> BackendPayment {
        let number = numbers.withLock { number in
            number += 1
            return number
        }
        return BackendPayment(
            token: PaymentToken(launch: 0xC0_47AC, number: number), productID: productID, quantity: quantity)
    }

    /// Buys and waits for the transaction.
    func buy(_ productID: String, quantity: Int = 1) async throws -> (BackendPayment, BackendTransaction) {
        let payment = payment(productID, quantity: quantity)
        try await backend.submit([payment])
        let told = try await wait(for: "the transaction that answers the payment") { events in
            events.compactMap(\.transaction).last { self.answers($0, payment) }
        }
        return (payment, told)
    }

    /// Whether a transaction is the answer to a payment: by its token, and where it names none by its product.
    func answers(_ told: BackendTransaction, _ payment: BackendPayment) -> Bool {
        guard case .payment(let token) = told.origin else { return false }
        return token.map { $0 == payment.token } ?? (told.transaction.productID == payment.productID)
    }
}

extension BackendEvent {
    /// The event in a few words.
    fileprivate var contractWord: String {
        switch self {
        case .transaction(let told): "transaction \(told.transaction.id) \(told.origin)"
        case .paymentEnded(let ending): "payment ended \(ending.result)"
        case .restoreEnded(let id, _): "restore \(id.rawValue) ended"
        case .storefrontChanged: "storefront"
        case .promotedPurchase: "promotion"
        case .renewalInfo: "renewal info"
        case .subscriptionStatus: "subscription status"
        case .entitlementsRevoked(let productIDs): "revoked products \(productIDs)"
        case .message: "message"
        }
    }
}
