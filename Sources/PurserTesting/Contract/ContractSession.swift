import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One check's session with a backend, in place of a store.
final class ContractSession: Sendable {
    let subject: any BackendUnderTest
    let backend: BoundedBackend
    private let check: String
    private let received = Lock<[BackendEvent]>([])
    private let numbers = Lock<UInt64>(0)
    private let running = Lock<Running?>(nil)

    /// A backend's `run()`, and the loop that reads its reports.
    private struct Running: Sendable {
        let backend: Task<Void, Never>
        let reader: Task<Void, Never>
    }

    init(_ subject: any BackendUnderTest, check: String) throws {
        self.subject = subject
        backend = BoundedBackend(subject, check: check)
        self.check = check
    }

    /// Begins to listen, as a store does that opens.
    func open() async throws {
        guard let mailbox = backend.inbox.claim() else {
            throw violation("the maker must give a backend on which no store is open")
        }
        let reader = RootTask.start { [received] in
            while let batches = await mailbox.next() { received.withLock { $0 += batches.joined() } }
        }
        let work = RootTask.start { [backend] in await backend.run() }
        running.withLock { $0 = Running(backend: work, reader: reader) }
        try await backend.activate()
    }

    /// Stops listening, as a store does that closes.
    func close() async {
        guard let running = running.withLock({ $0.take() }) else { return }
        await backend.deactivate()
        backend.inbox.release()
        running.backend.cancel()
        await backend.bounded("run()", else: ()) { _ in await running.backend.value }
        await running.reader.value
    }

    /// Throws when a call that cannot throw did not return in time.
    func expectNothingOverdue() throws {
        if let violation = backend.violation { throw violation }
    }

    /// All events that the backend has reported so far, in order.
    var events: [BackendEvent] { received.withLock { $0 } }

    /// Removes the events.
    func forget() { received.withLock { $0 = [] } }

    func violation(_ message: String) -> ContractFailure { ContractFailure(check: check, message: message) }

    /// Throws a violation unless something holds.
    func expect(_ holds: Bool, _ message: @autoclosure () -> String) throws {
        if !holds { throw violation(message()) }
    }

    /// Waits until the backend has reported something.
    func wait<Value>(for what: String, _ find: ([BackendEvent]) -> Value?) async throws -> Value {
        let end = subject.clock.now() + subject.patience
        while true {
            if let value = find(events) { return value }
            guard subject.clock.now() < end else {
                throw violation("waited for \(what), but received \(events.map(\.contractWord))")
            }
            try await subject.clock.sleep(until: subject.clock.now() + .milliseconds(5))
        }
    }

    /// Waits a moment, for an event that must not come.
    func pause() async throws {
        try await subject.clock.sleep(until: subject.clock.now() + min(subject.patience, .milliseconds(50)))
    }

    func payment(_ productID: String, quantity: Int = 1, appAccountToken: UUID? = nil) -> BackendPayment {
        let number = numbers.withLock { number in
            number += 1
            return number
        }
        return BackendPayment(
            token: PaymentToken(launch: 0xC0_47AC, number: number), productID: productID, quantity: quantity,
            appAccountToken: appAccountToken)
    }

    /// Buys and waits for the transaction.
    func buy(
        _ productID: String, quantity: Int = 1, appAccountToken: UUID? = nil
    ) async throws -> (BackendPayment, BackendTransaction) {
        let payment = payment(productID, quantity: quantity, appAccountToken: appAccountToken)
        try await backend.submit([payment])
        let reported = try await wait(for: "the transaction that answers the payment") { events in
            events.compactMap(\.transaction).last { self.answers($0, payment) }
        }
        return (payment, reported)
    }

    /// Whether a transaction is the answer to a payment: by its token, and where it names none by its product.
    func answers(_ reported: BackendTransaction, _ payment: BackendPayment) -> Bool {
        guard case .payment(let token) = reported.origin else { return false }
        return token.map { $0 == payment.token } ?? (reported.transaction.productID == payment.productID)
    }
}

extension BackendEvent {
    /// The event in a few words.
    fileprivate var contractWord: String {
        switch self {
        case .transaction(let reported): "transaction \(reported.transaction.id) \(reported.origin)"
        case .paymentEnded(let ending): "payment ended \(ending.result)"
        case .restoreEnded(let id, _): "restore \(id.rawValue) ended"
        case .storefrontChanged: "storefront"
        case .promotedPurchase: "promotion"
        case .renewalInfo: "renewal info"
        case .subscriptionStatus: "subscription status"
        case .entitlementsRevoked(let productIDs): "revoked products \(productIDs)"
        case .message: "message"
        case .caughtUp: "caught up"
        }
    }
}
