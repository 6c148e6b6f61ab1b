public import Foundation
public import Purser

/// Asks a responder whether a certificate was revoked (OCSP, RFC 6960, appendix A): what an `OCSPChecker` of `PurserVerification`
/// needs.
public struct OCSPExchange: Sendable {
    /// The largest answer that is taken, in bytes.
    public static let maximumBytes = 1 << 20
    private let transport: any HTTPTransport
    private let clock: any StoreClock
    private let limit: Duration

    /// An exchange.
    ///
    /// - Parameters:
    ///   - transport: what speaks to the responder.
    ///   - limit: how long one request may take.
    ///   - clock: what the limit is measured by.
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
