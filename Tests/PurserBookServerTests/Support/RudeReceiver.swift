#if Server
    import Foundation
    import Purser
    import TestDatabase

    /// A receiver that answers the first post of a connection, and ends the connection at the second one, without an answer.
    final class RudeReceiver: Sendable {
        private let listener: StalledListener
        private let counts = Lock((whole: 0, stalled: 0))

        /// Where it listens.
        var port: Int { Int(listener.port) }
        /// How many posts it has answered.
        var count: Int { counts.withLock(\.whole) }
        /// How many posts came without the body that they announced, so that it waited.
        var stalledCount: Int { counts.withLock(\.stalled) }

        init() throws {
            listener = try StalledListener()
            let (socket, counts) = (listener.socket, counts)
            Thread.detachNewThread {
                while case let connection = accept(socket, nil, nil), connection >= 0 {
                    Thread.detachNewThread { Self.serve(connection, counts) }
                }
            }
        }

        deinit { shutdown(listener.socket, Int32(SHUT_RDWR)) }

        private static func serve(_ connection: Int32, _ counts: Lock<(whole: Int, stalled: Int)>) {
            defer { close(connection) }
            guard let isWhole = read(connection) else { return }
            counts.withLock { counts in
                if isWhole { counts.whole += 1 } else { counts.stalled += 1 }
            }
            guard isWhole else { return }
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)
            _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
            _ = read(connection)
        }

        /// Reads a post: whether its body came; `nil` where the connection has ended.
        private static func read(_ connection: Int32) -> Bool? {
            var (text, bytes) = (Data(), [UInt8](repeating: 0, count: 65_536))
            while true {
                // Less than a post may take, and more than a busy machine needs.
                var state = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
                guard poll(&state, 1, text.isEmpty ? -1 : 10_000) > 0 else { return false }
                let count = recv(connection, &bytes, bytes.count, 0)
                guard count > 0 else { return nil }
                text.append(contentsOf: bytes.prefix(count))
                guard let end = text.firstRange(of: Data("\r\n\r\n".utf8)) else { continue }
                let head = String(decoding: text[..<end.lowerBound], as: UTF8.self).lowercased()
                let length = head.firstMatch(of: #/content-length: (\d+)/#).flatMap { Int($0.1) } ?? 0
                if text.count - end.upperBound >= length { return true }
            }
        }
    }
#endif
