import Foundation
import Purser

/// One request and its answer: between the session, which calls on its own queue, and the waiting caller.
///
/// Promises: the caller is resumed once, and never during a call of the receiver; the receiver is not called after
/// that.
final class HTTPExchange: Sendable {
    /// The action for the task, when too many bytes have arrived, or few are left.
    enum Flow: Sendable {
        case stop
        case go
    }

    private struct State: Sendable {
        var caller: UnsafeContinuation<Void, any Error>?
        /// How it ended, if it has.
        var end: Result<Void, any Error>?
        /// Whether the receiver is being called.
        var isBusy = false
        var isAnswered = false
        var redirections = 0
        var taken: Int64 = 0
        var isStopped = false
        /// Whether the task was cancelled.
        var isCancelled = false

        /// The caller and how it ends, once.
        mutating func takeCaller() -> (UnsafeContinuation<Void, any Error>, Result<Void, any Error>)? {
            guard let caller, let end else { return nil }
            self.caller = nil
            return (caller, end)
        }
    }

    private let state = Lock(State())
    private let receiver: any HTTPReceiver
    private let url: URL
    /// Whether redirections are followed: not where something was sent, which would be lost.
    private let followsRedirections: Bool

    /// The task is suspended when more than the first number of bytes is in memory, and resumed at the second.
    private static let (most, least): (Int64, Int64) = (4 << 20, 1 << 20)
    private static let redirectionLimit = 10

    init(_ receiver: any HTTPReceiver, _ request: HTTPRequest) {
        self.receiver = receiver
        url = request.url
        followsRedirections = request.followsRedirections && request.body == nil
    }

    /// The caller waits.
    ///
    /// - Returns: whether the request is to be sent; not when it has been cancelled before.
    func wait(_ caller: UnsafeContinuation<Void, any Error>) -> Bool {
        let end = state.withLock { state -> Result<Void, any Error>? in
            if state.end == nil { state.caller = caller }
            return state.end
        }
        if let end { caller.resume(with: end) }
        return end == nil
    }

    /// Ends the exchange, unless it has ended.
    func end(_ error: any Error) { end(with: .failure(error)) }

    private func end(with result: Result<Void, any Error>) {
        resume(
            state.withLock { state in
                if state.end == nil { state.end = result }
                return state.isBusy ? nil : state.takeCaller()
            })
    }

    private func resume(_ ended: (UnsafeContinuation<Void, any Error>, Result<Void, any Error>)?) {
        if let (caller, end) = ended { caller.resume(with: end) }
    }

    /// Calls the receiver, unless the exchange has ended.
    ///
    /// - Returns: whether it continues.
    private func call(_ body: (any HTTPReceiver) throws -> Void) -> Bool {
        let mayCall = state.withLock { state in
            guard state.end == nil else { return false }
            state.isBusy = true
            return true
        }
        guard mayCall else { return false }
        let result = Result { try body(receiver) }
        let (goesOn, ended) = state.withLock { state in
            state.isBusy = false
            if case .failure = result, state.end == nil { state.end = result }
            return (state.end == nil, state.end == nil ? nil : state.takeCaller())
        }
        resume(ended)
        return goesOn
    }

    /// The server answers; a second answer, after a redirection that is not followed, changes nothing.
    ///
    /// Interim answers (100, 103 and the like), which some platforms report too, change nothing either.
    ///
    /// - Returns: whether the body is needed.
    func begins(_ response: HTTPResponse) -> Bool {
        guard !(100...199).contains(response.status) || response.status == 101 else { return !isOver }
        let isFirst = state.withLock { state in
            defer { state.isAnswered = true }
            return !state.isAnswered
        }
        return isFirst ? call { try $0.begins(response) } : !isOver
    }

    private var isOver: Bool { state.withLock { $0.end != nil } }

    /// Records that the task is about to be cancelled, and calls back only with its end.
    ///
    /// - Returns: whether this is the first time.
    @discardableResult
    func cancelled() -> Bool {
        state.withLock { state in
            defer { state.isCancelled = true }
            return !state.isCancelled
        }
    }

    /// Whether the task was cancelled.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// A piece arrived.
    ///
    /// - Returns: whether more is needed.
    func receive(_ data: Data) -> Bool {
        let goesOn = call { try $0.receive(data) }
        state.withLock { $0.taken += Int64(data.count) }
        return goesOn
    }

    /// The action for the task after this number of bytes has arrived.
    func flow(arrived: Int64) -> Flow? {
        state.withLock { state in
            let waiting = arrived - state.taken
            if !state.isStopped, waiting > Self.most {
                state.isStopped = true
                return .stop
            }
            guard state.isStopped, waiting < Self.least else { return nil }
            state.isStopped = false
            return .go
        }
    }

    /// The target of a redirection; `nil` when it is not followed.
    ///
    /// - Parameter status: the status of the answer: 305 and 306 are obsolete (RFC 9110, sections 15.4.6 and 15.4.7),
    ///   and 300 and 304 are not redirections by themselves.
    func redirected(from old: URL?, to new: URL?, status: Int) -> URL? {
        guard [301, 302, 303, 307, 308].contains(status), followsRedirections, let new,
            (1...65_535).contains(new.port ?? 80),
            let scheme = new.scheme?.lowercased(), ["http", "https"].contains(scheme),
            new.host?.isEmpty == false
        else { return nil }
        let wasSecure = (old ?? url).scheme?.lowercased() == "https"
        guard !wasSecure || scheme == "https" else { return nil }
        let count = state.withLock { state in
            state.redirections += 1
            return state.redirections
        }
        return count <= Self.redirectionLimit ? new : nil
    }

    /// Records the end of the task.
    func completed(_ error: (any Error)?) {
        guard let error else {
            guard state.withLock(\.isAnswered) else { return end(failure("The server sent no answer.")) }
            return end(with: .success(()))
        }
        end(
            unreadable(error)
                ?? failure("The connection failed: \(error.localizedDescription)", isUnsent: Self.isUnsent(error)))
    }

    /// The connection has ended before the answer, and the request cannot be sent again.
    func lostConnection() {
        end(failure("The server has ended the connection. It may have the request."))
    }

    /// A header that the platform cannot read is unreadable the next time, too.
    private func unreadable(_ error: any Error) -> HTTPFailure? {
        // The platform reports its reason only as text: libcurl's, of older and of newer versions.
        let reasons = ["Failed writing header", "Failure writing output to destination"]
        guard !state.withLock(\.isAnswered), reasons.contains(where: error.localizedDescription.hasPrefix) else {
            return nil
        }
        return HTTPFailure(
            .invalidAnswer, url,
            "The header of the server's answer cannot be read: it is not UTF-8, or a line is not a header field. "
                + "Correct the server.", retry: .permanent)
    }

    /// Whether certainly nothing of the request was sent: there is no network, no such host, or no connection to it.
    private static func isUnsent(_ error: any Error) -> Bool {
        error._domain == "NSURLErrorDomain" && [-1_003, -1_004, -1_006, -1_009].contains(error._code)
    }

    private func failure(_ message: String, isUnsent: Bool = false) -> HTTPFailure {
        HTTPFailure(.connection, url, message, isUnsent: isUnsent)
    }
}
