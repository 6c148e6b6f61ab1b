import Foundation
package import Purser

extension HTTPTransport {
    /// Sends a request of which only the status of the answer matters, and fails unless that is a success.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - maximumBytes: how much of the body is read, and dropped, so that the connection can be used again. What a server sends
    ///     beyond that is not read, and how the body ends does not matter.
    ///   - limit: how long it may take.
    ///   - clock: the clock that measures the limit.
    /// - Throws: ``HTTPFailure``, unless a head with a success has arrived within the limit; `CancellationError`.
    package func post(
        _ request: HTTPRequest, dropping maximumBytes: Int, within limit: Duration, by clock: any StoreClock
    ) async throws {
        let head = HTTPHead(maximumBytes)
        do {
            try await request.answered(within: limit, by: clock) { try await send(request, to: head) }
        } catch {
            guard head.response != nil, !Task.isCancelled else { throw error }
        }
        guard let response = head.response else { throw HTTPFailure(unanswered: request) }
        if let failure = HTTPFailure(status: response, now: clock.currentDate()) { throw failure }
    }
}

/// Keeps the head of an answer, and drops a body up to a limit.
private final class HTTPHead: HTTPReceiver {
    private struct Enough: Error {}

    private let state = Lock<(response: HTTPResponse?, count: Int)>((nil, 0))
    private let maximumBytes: Int

    init(_ maximumBytes: Int) { self.maximumBytes = maximumBytes }

    var response: HTTPResponse? { state.withLock(\.response) }

    func begins(_ response: HTTPResponse) throws { state.withLock { $0.response = response } }

    func receive(_ piece: Data) throws {
        let isEnough = state.withLock { state in
            state.count += piece.count
            return state.count > maximumBytes
        }
        if isEnough { throw Enough() }
    }
}
