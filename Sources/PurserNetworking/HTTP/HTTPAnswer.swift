package import Foundation
package import Purser

/// A complete answer of a server, in memory.
package struct HTTPAnswer: Sendable, Hashable {
    /// How the server answered.
    package let response: HTTPResponse
    /// The received body.
    package let body: Data
}

extension HTTPTransport {
    /// Sends a request, and keeps the server's answer in memory.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - maximumBytes: the most bytes of the answer.
    ///   - limit: how long it may take.
    ///   - clock: the clock that measures the limit.
    /// - Throws: ``HTTPFailure`` with ``HTTPFailure/Code/stalled`` when the limit has passed, with
    ///   ``HTTPFailure/Code/tooLarge``, with the error of `send`, and with the status of an answer that is no success;
    ///   `CancellationError`.
    package func answer(
        to request: HTTPRequest, maximumBytes: Int, within limit: Duration, by clock: any StoreClock
    ) async throws -> HTTPAnswer {
        let answer = try await anyAnswer(to: request, maximumBytes: maximumBytes, within: limit, by: clock)
        if let failure = HTTPFailure(status: answer.response, now: clock.currentDate()) { throw failure }
        return answer
    }

    /// Sends a request, and keeps the server's answer in memory, with any status.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - maximumBytes: the most bytes of the answer.
    ///   - limit: how long it may take.
    ///   - clock: the clock that measures the limit.
    /// - Throws: ``HTTPFailure`` with ``HTTPFailure/Code/stalled`` when the limit has passed, with
    ///   ``HTTPFailure/Code/tooLarge``, and with the error of `send`; `CancellationError`.
    package func anyAnswer(
        to request: HTTPRequest, maximumBytes: Int, within limit: Duration, by clock: any StoreClock
    ) async throws -> HTTPAnswer {
        try await request.answered(within: limit, by: clock) {
            try await anyAnswer(to: request, maximumBytes: maximumBytes)
        }
    }

    /// Sends a request, and keeps the server's answer in memory, with any status; it has no limit of time.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - maximumBytes: the most bytes of the answer.
    /// - Throws: ``HTTPFailure`` with ``HTTPFailure/Code/tooLarge``, and with the error of `send`; `CancellationError`.
    package func anyAnswer(to request: HTTPRequest, maximumBytes: Int) async throws -> HTTPAnswer {
        let collector = HTTPCollector(maximumBytes, request.url)
        try await send(request, to: collector)
        guard let answer = collector.answer else {
            throw HTTPFailure(unanswered: request)
        }
        return answer
    }
}

extension HTTPRequest {
    /// Does the work that sends this request, and cancels it when a limit of time has passed.
    func answered<Answer: Sendable>(
        within limit: Duration, by clock: any StoreClock, _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await clock.sleep(for: limit)
                throw HTTPFailure(overdue: self, limit)
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }
}

extension HTTPFailure {
    init(unanswered request: HTTPRequest) {
        self.init(.incomplete, request.url, "The server sent no answer. The request is repeated later.")
    }

    /// The server did not answer in time.
    package init(overdue request: HTTPRequest, _ limit: Duration) {
        self.init(.stalled, request.url, "The server did not answer within \(limit). The request is repeated later.")
    }

    /// The answer is larger than allowed.
    init(tooLarge url: URL, _ maximumBytes: Int) {
        self.init(
            .tooLarge, url, "The answer has more than \(maximumBytes) bytes. Correct the address or the server.",
            retry: .permanent)
    }
}

/// Keeps the bytes of a server, up to a limit.
private final class HTTPCollector: HTTPReceiver {
    private let state = Lock<(response: HTTPResponse?, body: Data)>((nil, Data()))
    private let maximumBytes: Int
    private let url: URL

    init(_ maximumBytes: Int, _ url: URL) {
        self.maximumBytes = maximumBytes
        self.url = url
    }

    var answer: HTTPAnswer? {
        state.withLock { state in state.response.map { HTTPAnswer(response: $0, body: state.body) } }
    }

    func begins(_ response: HTTPResponse) throws {
        // An answer that announces too many bytes is not read at all.
        if let announced = response.header("Content-Length").flatMap({ Int($0) }), announced > maximumBytes {
            throw tooLarge
        }
        state.withLock { $0.response = response }
    }

    func receive(_ piece: Data) throws {
        let count = state.withLock { state in
            guard state.body.count + piece.count <= maximumBytes else { return false }
            state.body.append(contentsOf: piece)
            return true
        }
        guard count else { throw tooLarge }
    }

    private var tooLarge: HTTPFailure { HTTPFailure(tooLarge: url, maximumBytes) }
}
