import Foundation
import Purser

/// A server of one file, which it sends in parts, well or badly, as a test says for each request; it counts what it sends.
final class PartServer: Sendable {
    /// How one request is answered.
    enum Manner: Sendable, Hashable, CaseIterable {
        /// As a good server does.
        case well
        /// It sends the beginning of what it has announced.
        case cut
        /// It is busy.
        case busy
        /// It sends less than was asked for, and says so.
        case short
        /// It sends the client elsewhere, where it is answered well.
        case redirected
        /// It does not know ranges.
        case whole
        /// It does not say how long the file is.
        case unknownLength
        /// The file is another from now on.
        case changed
        /// The file is another from now on, and the condition of the request is not looked at.
        case changedUnseen
        /// It says that the file is longer than it was.
        case otherLength
        /// It sends another part than was asked for.
        case otherPart
        /// It sends more than it has announced.
        case tooMuch
        /// It says nothing of the state of the file.
        case stateless
        /// It says that there is no such part, and not why.
        case rejected

        /// Those that cost nothing twice.
        static let harmless: [Manner] = [.well, .cut, .busy, .short, .redirected, .unknownLength]
    }

    private struct State: Sendable {
        var version = 0
        var sent = 0
        var underWay = 0
        var mostUnderWay = 0
    }

    private let state: Lock<State>
    private let server: LoopbackServer
    /// The address of the file.
    var url: URL { server.url("/pond.bin") }
    /// The requests so far.
    var requests: [String] { server.requests }
    /// How many bytes of files were sent.
    var sent: Int { state.withLock { $0.sent } }
    /// How many requests were under way at a time.
    var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

    /// - Parameters:
    ///   - length: how many bytes the file has.
    ///   - asked: is told of each request, before it is answered.
    ///   - manner: how a request is answered, by its number.
    init(
        length: Int, asked: @escaping @Sendable (LoopbackServer.Exchange) -> Void = { _ in },
        _ manner: @escaping @Sendable (_ number: Int) -> Manner
    ) throws {
        let state = Lock(State())
        self.state = state
        server = try LoopbackServer { exchange, number in
            state.withLock { state in
                state.underWay += 1
                state.mostUnderWay = max(state.mostUnderWay, state.underWay)
            }
            asked(exchange)
            let isElsewhere = exchange.head.hasPrefix("GET /elsewhere")
            Self.answer(exchange, isElsewhere ? .well : manner(number), length, state)
        }
    }

    /// The file; each version differs from the others in every byte.
    static func file(_ length: Int, version: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: ($0 &* 31 &+ $0 >> 8) & 15 | version << 4) }
    }

    private static func answer(
        _ exchange: LoopbackServer.Exchange, _ manner: Manner, _ length: Int, _ state: Lock<State>
    ) {
        let version = state.withLock { state in
            if [.changed, .changedUnseen].contains(manner) { state.version += 1 }
            return state.version
        }
        let isCurrent = [nil, "\"v\(version)\""].contains(exchange.header("if-range"))
        let file = file(length, version: version)
        guard let first = exchange.rangeStart, manner != .whole, isCurrent || manner == .changedUnseen else {
            return send(file, 200, ["ETag: \"v\(version)\""], manner, exchange, state)
        }
        guard first < length, manner != .rejected else {
            return send(
                [], 416, manner == .rejected ? [] : ["Content-Range: bytes */\(length)"], manner, exchange, state)
        }
        var last = min(exchange.rangeLast ?? .max, length - 1)
        if manner == .short { last = first + (last - first) / 2 }
        let total = manner == .unknownLength ? "*" : "\(length + (manner == .otherLength ? 1 : 0))"
        let named = manner == .otherPart && first < last ? first + 1 : first
        let fields = manner == .stateless ? [] : ["ETag: \"v\(version)\""]
        let body = file[first...min(last + (manner == .tooMuch ? 7 : 0), length - 1)]
        send(body, 206, fields + ["Content-Range: bytes \(named)-\(last)/\(total)"], manner, exchange, state)
    }

    private static func send(
        _ body: some Collection<UInt8>, _ status: Int, _ fields: [String], _ manner: Manner,
        _ exchange: LoopbackServer.Exchange, _ state: Lock<State>
    ) {
        let count = manner == .cut ? body.count / 3 : body.count
        let isEmpty = [.busy, .redirected].contains(manner)
        state.withLock { state in
            state.underWay -= 1
            state.sent += isEmpty ? 0 : count
        }
        switch manner {
        case .busy: exchange.begin(503, ["Retry-After: 7", "Content-Length: 0"])
        case .redirected: exchange.begin(302, ["Location: /elsewhere", "Content-Length: 0"])
        default:
            exchange.begin(status, fields + ["Content-Length: \(body.count)"])
            exchange.send(body.prefix(count))
        }
    }
}
