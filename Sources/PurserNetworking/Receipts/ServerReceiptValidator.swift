public import Foundation
public import Purser

/// Asks an app's own server what a receipt says.
///
/// Several hosts stand for each other: one that cannot be reached, or that has a problem which passes, is followed by the next,
/// beginning with the one that has answered last. When none has answered all are tried again by the policy. What a host refuses for
/// good is not asked of another.
public struct ServerReceiptValidator: ReceiptValidator {
    /// Makes the body of a request out of a receipt.
    public typealias Writing = @Sendable (StoreReceipt) throws -> Data
    /// Reads the body of an answer.
    public typealias Reading = @Sendable (Data) throws -> ReceiptAnswer

    /// The addresses, the preferred one first.
    public let hosts: [URL]
    /// Header fields besides the type of the content, such as who asks.
    public var headers: [String: String] = [:]
    /// When a request that no host has answered is made again.
    public var policy: RetryPolicy
    /// How long one request to one host may take.
    public var limit: Duration = .seconds(30)
    /// Makes the body of a request: JSON with `receipt-data` in Base64, as Apple's service takes it, unless something else is set.
    public var writing: Writing = { try ReceiptRequest($0).body }
    /// Reads an answer: in the form of Apple's service, unless something else is set.
    public var reading: Reading = { try ReceiptAnswer($0) }
    private let transport: any HTTPTransport
    private let clock: any StoreClock
    /// The host that has answered last.
    private let preferred = Lock(0)

    /// A validator.
    ///
    /// - Parameters:
    ///   - hosts: the addresses, the preferred one first.
    ///   - policy: when a request that no host has answered is made again.
    ///   - transport: what speaks to the servers.
    ///   - clock: what limits and waits are measured by.
    public init(
        _ hosts: [URL], policy: RetryPolicy = .default, transport: any HTTPTransport = URLSessionTransport.shared,
        clock: any StoreClock = SystemClock()
    ) {
        self.hosts = hosts
        self.policy = policy
        self.transport = transport
        self.clock = clock
    }

    /// What the app's server says of a receipt.
    ///
    /// - Throws: ``ReceiptFailure``; `CancellationError` when the task was cancelled; what ``writing`` throws, and what
    ///   ``reading`` has thrown last, once no host is left and no further try is due.
    public func validate(_ receipt: StoreReceipt) async throws -> ReceiptAnswer {
        guard !hosts.isEmpty else {
            throw ReceiptFailure(.unreachable, "No address of a server was given. Name one.")
        }
        let body = try writing(receipt)
        return try await ReceiptAttempts(policy: policy, clock: clock).run { try await attempt(body) }
    }

    /// Asks one host after the other, until one answers.
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
