public import Foundation
public import Purser

/// Validates receipts by Apple's service `verifyReceipt`.
///
/// Apple has deprecated the service. Production is called first, then the sandbox if production's answer requires it,
/// and the other way round, once for each receipt. Nothing is remembered, so an app under review works like a
/// customer's. Temporary statuses are retried by the policy. Use it on a server: an attacker between an app and Apple
/// can answer, and the app would contain the secret.
public struct AppStoreReceiptValidator: ReceiptValidator {
    /// The app's shared secret; without it, answers have no renewing subscriptions.
    public var sharedSecret: String?
    /// Whether answers have only the latest period of each subscription.
    public var excludesOldTransactions = false
    /// The retry policy of failed requests.
    public var policy: RetryPolicy
    /// How long one request may take.
    public var limit: Duration = .seconds(30)
    /// Apple's service for customers.
    public var production = Self.address("https://buy.itunes.apple.com/verifyReceipt")
    /// Apple's service for tests.
    public var sandbox = Self.address("https://sandbox.itunes.apple.com/verifyReceipt")
    private let transport: any HTTPTransport
    private let clock: any StoreClock

    /// A validator.
    ///
    /// - Parameters:
    ///   - sharedSecret: the app's, from App Store Connect.
    ///   - policy: the retry policy of failed requests.
    ///   - transport: the transport for requests.
    ///   - clock: the clock that measures limits and waits.
    public init(
        sharedSecret: String? = nil, policy: RetryPolicy = .default,
        transport: any HTTPTransport = URLSessionTransport.shared, clock: any StoreClock = SystemClock()
    ) {
        self.sharedSecret = sharedSecret
        self.policy = policy
        self.transport = transport
        self.clock = clock
    }

    /// Apple's answer about a receipt.
    ///
    /// - Throws: ``ReceiptFailure``; `CancellationError` when the task was cancelled.
    public func validate(_ receipt: StoreReceipt) async throws -> ReceiptAnswer {
        let body = try ReceiptRequest(receipt, password: sharedSecret, excludesOld: excludesOldTransactions).body
        var state = ReceiptExchangeState()
        return try await ReceiptAttempts(policy: policy, clock: clock).run {
            try await attempt(body, &state)
        }
    }

    private func attempt(_ body: Data, _ state: inout ReceiptExchangeState) async throws -> ReceiptAnswer {
        var step = state.attempted()
        var last: ReceiptBody?
        while true {
            switch step {
            case .ask(let service):
                let answer = try await ask(service, body)
                last = answer
                step = state.answered(answer.status, isRetryable: answer.isRetryable)
            case .answer:
                guard let last else { throw CancellationError() }
                return ReceiptAnswer(last)
            case .fail(let failure): throw failure
            }
        }
    }

    private func ask(_ service: ReceiptExchangeState.Service, _ body: Data) async throws -> ReceiptBody {
        let request = HTTPRequest(
            service == .production ? production : sandbox, method: "POST",
            headers: ["Content-Type": "application/json"], body: body)
        let answer = try await transport.answer(
            to: request, maximumBytes: ReceiptAnswer.maximumBytes, within: limit, by: clock)
        return try ReceiptBody(answer.body)
    }

    private static func address(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: text) }
}

/// The request to Apple's service, and by default to an app's own.
struct ReceiptRequest: Sendable {
    let body: Data

    /// - Throws: ``ReceiptFailure`` with ``ReceiptFailure/Code/noReceipt`` when the receipt is empty.
    init(_ receipt: StoreReceipt, password: String? = nil, excludesOld: Bool = false) throws(ReceiptFailure) {
        guard !receipt.data.isEmpty else {
            throw ReceiptFailure(.noReceipt, "The receipt is empty. Refresh it from the App Store first.")
        }
        let content = Content(
            receipt: receipt.data.base64EncodedString(), password: password, excludesOld: excludesOld ? true : nil)
        do { body = try JSONEncoder().encode(content) } catch {
            throw ReceiptFailure(.rejected, "The request could not be written. Report this.", underlying: error)
        }
    }

    private struct Content: Encodable {
        var receipt: String
        var password: String?
        var excludesOld: Bool?

        private enum CodingKeys: String, CodingKey {
            case receipt = "receipt-data"
            case password
            case excludesOld = "exclude-old-transactions"
        }
    }
}

/// Repeats a request, by a policy.
struct ReceiptAttempts: Sendable {
    let policy: RetryPolicy
    let clock: any StoreClock

    /// - Throws: ``ReceiptFailure``; `CancellationError`.
    func run(_ attempt: () async throws -> ReceiptAnswer) async throws -> ReceiptAnswer {
        let retrier = Retrier(timer: RetryTimer(clock: clock))
        do {
            return try await retrier.run(.verification, policy: policy) { _ in
                do { return try await attempt() } catch let failure as HTTPFailure {
                    throw ReceiptFailure.unreachable(failure)
                }
            }
        } catch {
            throw ReceiptFailure.last(of: error)
        }
    }
}
