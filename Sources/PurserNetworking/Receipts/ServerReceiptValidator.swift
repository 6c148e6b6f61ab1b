public import Foundation
public import Purser

/// Validates receipts by an app's own server.
///
/// Several hosts can replace each other: if one cannot be reached or has a temporary problem, the next one is called, beginning
/// with the one that answered last. If none answers, all are retried by the policy. A rejection is final.
public struct ServerReceiptValidator: ReceiptValidator {
    /// Makes the body of a request from a receipt.
    public typealias Writing = @Sendable (StoreReceipt) throws -> Data
    /// Reads the body of an answer.
    public typealias Reading = @Sendable (Data) throws -> ReceiptAnswer

    /// The addresses, the preferred one first.
    public let hosts: [URL]
    /// Header fields besides the content type, such as credentials.
    public var headers: [String: String] = [:]
    /// The retry policy when no host answers.
    public var policy: RetryPolicy
    /// How long one request to one host may take.
    public var limit: Duration = .seconds(30)
    /// Makes the body of a request; by default JSON with `receipt-data` in Base64, as for Apple's service.
    public var writing: Writing = { try ReceiptRequest($0).body }
    /// Reads an answer; by default in the form of Apple's service.
    public var reading: Reading = { try ReceiptAnswer($0) }
    private let transport: any HTTPTransport
    private let clock: any StoreClock
    /// The host that has answered last.
    private let preferred = Lock(0)

    /// A validator.
    ///
    /// - Parameters:
    ///   - hosts: the addresses, the preferred one first.
    ///   - policy: the retry policy when no host answers.
    ///   - transport: the transport for requests.
    ///   - clock: the clock that measures limits and waits.
    public init(
        _ hosts: [URL], policy: RetryPolicy = .default, transport: any HTTPTransport = URLSessionTransport.shared,
        clock: any StoreClock = SystemClock()
    ) {
        self.hosts = hosts
        self.policy = policy
        self.transport = transport
        self.clock = clock
    }

    /// The server's answer about a receipt.
    ///
    /// - Throws: ``ReceiptFailure``; `CancellationError` when the task was cancelled; the error of ``writing``, and the last error of
    ///   ``reading`` when no host and no retry is left.
    public func validate(_ receipt: StoreReceipt) async throws -> ReceiptAnswer {
        guard !hosts.isEmpty else {
            throw ReceiptFailure(.unreachable, "There is no address of a server. Pass one.")
        }
        let body = try writing(receipt)
        return try await ReceiptAttempts(policy: policy, clock: clock).run { try await attempt(body) }
    }

    /// Calls one host after the other, until one answers.
    private func attempt(_ body: Data) async throws -> ReceiptAnswer {
        let first = preferred.withLock { $0 }
        var last: (any Error)?
        for offset in hosts.indices {
            let index = (first + offset) % hosts.count
            do {
                let answer = try await ask(hosts[index], body)
                preferred.withLock { $0 = index }
                return answer
            } catch {
                try Task.checkCancellation()
                guard case .retryable = RetryClass(of: error) else { throw error }
                last = error
            }
        }
        throw last ?? CancellationError()
    }

    private func ask(_ host: URL, _ body: Data) async throws -> ReceiptAnswer {
        let headers = ["Content-Type": "application/json"].merging(headers) { $1 }
        let answer = try await transport.answer(
            to: HTTPRequest(host, method: "POST", headers: headers, body: body),
            maximumBytes: ReceiptAnswer.maximumBytes, within: limit, by: clock)
        do { return try reading(answer.body) } catch { throw UnreadAnswer(error: error) }
    }
}
