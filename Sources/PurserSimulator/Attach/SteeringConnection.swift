package import Purser
package import PurserFormats

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A client's connection to a listening App Store; its calls block until the other side answers.
package final class SteeringConnection: Sendable {
    private let descriptor: Int32
    private let path: String
    private let state = Lock((buffer: LineBuffer(longest: 1 << 24), lines: Fifo<LineBuffer.Line>(), count: 0))

    /// Connects.
    ///
    /// - Throws: `BackendFailure` with `.networkError` if no App Store listens there, `.invalidRequest` if the path is
    ///   too long.
    package init(to path: String) throws(BackendFailure) {
        self.path = path
        let descriptor = try UnixSocket.make()
        guard try UnixSocket.withAddress(of: path, { connect(descriptor, $0, $1) }) == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw BackendFailure(
                .networkError,
                "No App Store listens at \(path) (\(reason)). Start one with purser shop FILE --listen \(path).")
        }
        // Any user with write access to the folder could have placed a socket at the path.
        guard UnixSocket.peer(of: descriptor) == geteuid() else {
            close(descriptor)
            throw BackendFailure(
                .invalidRequest, "Another user listens at \(path). Choose a socket in a folder of your own.")
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Sends a command and waits for its answer.
    ///
    /// - Parameter onEvent: called for each event that arrives before the answer.
    /// - Returns: the content of the answer.
    /// - Throws: `BackendFailure`: the error in the answer, or `.networkError` if the connection has ended.
    package func request(
        _ name: String, _ members: [String: JSONValue] = [:], onEvent: (JSONValue) -> Void = { _ in }
    ) throws(BackendFailure) -> JSONValue {
        let id = state.withLock { state in
            state.count += 1
            return JSONValue.number("\(state.count)")
        }
        let object = members.merging(["v": .number("1"), "id": id, "do": .string(name)]) { first, _ in first }
        try send(Array((JSONValue.object(object).text + "\n").utf8))
        while let line = try next() {
            if let event = line["event"] {
                onEvent(event)
            } else if line["id"] == id {
                if let answer = line["ok"] { return answer }
                throw Self.error(of: line)
            }
        }
        throw ended()
    }

    /// Returns the next event, after the App Store was asked to send events; `nil` if the connection has ended.
    ///
    /// - Throws: `BackendFailure`.
    package func nextEvent() throws(BackendFailure) -> JSONValue? {
        while let line = try next() { if let event = line["event"] { return event } }
        return nil
    }

    /// Ends the connection, and with it every waiting call.
    package func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func send(_ bytes: [UInt8]) throws(BackendFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = UnixSocket.send(rest, to: descriptor)
            if sent < 0 {
                guard errno == EINTR else { throw ended() }
            } else {
                rest = rest.dropFirst(sent)
            }
        }
    }

    private func next() throws(BackendFailure) -> [String: JSONValue]? {
        while true {
            if let line = state.withLock({ $0.lines.popFirst() }) {
                guard case .whole(let bytes) = line,
                    case .object(let members)? = try? JSONReader(Data(bytes), as: .json, file: path).root.value
                else {
                    throw BackendFailure(.networkError, "The program that listens at \(path) uses another protocol.")
                }
                return members
            }
            var bytes = [UInt8](repeating: 0, count: 16_384)
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            state.withLock { [bytes] state in
                for line in state.buffer.append(bytes[..<count]) { state.lines.append(line) }
            }
        }
    }

    private func ended() -> BackendFailure {
        BackendFailure(
            .networkError,
            "The App Store at \(path) has closed the connection. Check whether the app is still running.")
    }

    private static func error(of line: [String: JSONValue]) -> BackendFailure {
        guard case .object(let error)? = line["error"], case .string(let code)? = error["code"],
            case .string(let message)? = error["message"]
        else { return BackendFailure(.unknown, "The App Store answered neither with a result nor with an error.") }
        return BackendFailure(PurchaseFailure.Code(rawValue: code), message)
    }
}
