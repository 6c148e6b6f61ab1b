public import Foundation
public import Purser

/// Sends OCSP requests, which find out whether a certificate was revoked (RFC 6960, appendix A), for an `OCSPChecker` of
/// `PurserVerification`.
public struct OCSPExchange: Sendable {
    /// The largest accepted answer, in bytes.
    package static let maximumBytes = 1 << 20
    private let transport: any HTTPTransport
    private let clock: any StoreClock
    private let limit: Duration

    /// An exchange.
    ///
    /// - Parameters:
    ///   - transport: the transport for requests.
    ///   - limit: how long one request may take.
    ///   - clock: the clock that measures the limit.
    public init(
        _ transport: any HTTPTransport = URLSessionTransport.shared, limit: Duration = .seconds(10),
        clock: any StoreClock = SystemClock()
    ) {
        self.transport = transport
        self.limit = limit
        self.clock = clock
    }

    /// Posts a request, and returns the body of the answer.
    ///
    /// - Throws: ``HTTPFailure``; `CancellationError`.
    public func ask(_ responder: URL, _ request: Data) async throws -> Data {
        let headers = ["Content-Type": "application/ocsp-request", "Accept": "application/ocsp-response"]
        return try await transport.answer(
            to: HTTPRequest(responder, method: "POST", headers: headers, body: request),
            maximumBytes: Self.maximumBytes, within: limit, by: clock
        ).body
    }
}
