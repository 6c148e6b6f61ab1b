#if Server
    import Foundation
    import Purser
    import TestDatabase

    /// A receiver of webhooks on raw sockets: it reads a post as it comes, and answers as no good server does.
    final class RawReceiver: Sendable {
        /// How a post came.
        enum Arrival: Sendable, Hashable {
            /// With all bytes that its head announces.
            case whole
            /// Without some of them.
            case cut
            /// Something else than a post, such as the greeting of TLS.
            case other
        }

        /// A post that was whole, and how it was answered.
        struct Post: Sendable {
            let post: Receiver.Post?
            let misdeed: Misdeed
        }

        private let listener: StalledListener
        private let found = Lock<(arrivals: [Arrival], posts: [Post])>(([], []))

        /// Where it listens.
        var port: Int { Int(listener.port) }
        /// How posts have come so far.
        var arrivals: [Arrival] { found.withLock(\.arrivals) }
        /// Those that were whole; without a post where the signature is wrong.
        var posts: [Post] { found.withLock(\.posts) }

        /// A receiver that always answers in one way.
        convenience init(_ misdeed: Misdeed) throws { try self.init { misdeed } }

        /// A receiver that answers each post in a way of its own.
        init(_ next: @escaping @Sendable () -> Misdeed) throws {
            listener = try StalledListener()
            let (socket, found) = (listener.socket, found)
            Thread.detachNewThread {
                while case let connection = accept(socket, nil, nil), connection >= 0 {
                    Thread.detachNewThread {
                        defer { close(connection) }
                        var received = Data()
                        for number in 0... {
                            let misdeed = next()
                            if misdeed == .early { misdeed.answer(connection, number) }
                            guard let (arrival, text) = Self.read(connection, &received) else { return }
                            found.withLock { found in
                                found.arrivals.append(arrival)
                                guard arrival == .whole else { return }
                                found.posts.append(Post(post: Receiver.Post(text), misdeed: misdeed))
                            }
                            guard arrival != .cut, misdeed == .early || misdeed.answer(connection, number) else {
                                return
                            }
                        }
                    }
                }
            }
        }

        deinit { shutdown(listener.socket, Int32(SHUT_RDWR)) }

        /// Reads a post; `nil` where the connection has ended before one.
        ///
        /// - Parameter text: what has come already: after an early answer the next post may come with the first one.
        private static func read(_ connection: Int32, _ text: inout Data) -> (Arrival, Data)? {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                if let post = takePost(&text) { return (.whole, post) }
                // Less than a post may take, and more than a busy machine needs.
                var state = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
                guard poll(&state, 1, text.isEmpty ? -1 : 10_000) > 0 else { return (.cut, text) }
                let count = recv(connection, &bytes, bytes.count, 0)
                guard count > 0 else { return text.isEmpty ? nil : (.cut, text) }
                text.append(contentsOf: bytes.prefix(count))
                guard text.starts(with: Data("POST ".utf8).prefix(text.count)) else {
                    defer { text = Data() }
                    return (.other, text)
                }
            }
        }

        /// Removes the first post from what has come; `nil` where it is not whole.
        private static func takePost(_ text: inout Data) -> Data? {
            guard let end = text.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
            let head = String(decoding: text[..<end.lowerBound], as: UTF8.self).lowercased()
            let length = head.firstMatch(of: #/content-length: (\d+)/#).flatMap { Int($0.1) } ?? 0
            guard text.count - end.upperBound >= length else { return nil }
            defer { text = Data(text[(end.upperBound + length)...]) }
            return Data(text[..<(end.upperBound + length)])
        }
    }

    /// How a receiver answers.
    enum Misdeed: String, CaseIterable, Sendable {
        case nothing, halfLine, oneLine, oneField, endlessHead, twoHeads, headOfOldHTTP, noVersion, notHTTP
        case interimForEver, switching, endlessBody, gigabyte, gigabyteOfGzip, lengthTooLarge, twoLengths, reset
        case cutBody, closed, keptThenClosed, tls, early, redirection, trailers, greatestLength

        private static let good = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        /// A mebibyte of zeros as a member of a gzip stream.
        private static let member = (try? Shell.run(["sh", "-c", "head -c 1048576 /dev/zero | gzip -9 | base64 -w 0"]))
            .flatMap { Data(base64Encoded: $0.output.trimmingCharacters(in: .whitespacesAndNewlines)) }

        /// Whether a post is a success: a head with a status from 200 to 299 has come.
        var isSuccess: Bool {
            switch self {
            case .twoHeads, .endlessBody, .gigabyte, .gigabyteOfGzip, .cutBody, .closed, .keptThenClosed, .early: true
            case .trailers, .greatestLength: true
            default: false
            }
        }

        /// Answers; whether the connection goes on.
        @discardableResult
        func answer(_ connection: Int32, _ number: Int) -> Bool {
            func send(_ text: String) -> Bool { LoopbackSocket.send(text.utf8, to: connection) }
            func sendForEver(_ text: String, pause: UInt32 = 0) {
                while send(text) { if pause > 0 { usleep(pause) } }
            }
            switch self {
            case .nothing: break
            case .halfLine: _ = send("HTTP/1.1 20")
            case .oneLine: _ = send("HTTP/1.1 200 OK\r\n")
            case .oneField: _ = send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n")
            case .endlessHead: if send("HTTP/1.1 200 OK\r\n") { sendForEver("X-Name: \(Self.pad)\r\n") }
            case .twoHeads: return send(Self.good + "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")
            case .headOfOldHTTP: _ = send("<html>Thank you</html>\r\n")
            case .noVersion: _ = send("HTTP 200 OK\r\nContent-Length: 0\r\n\r\n")
            case .notHTTP: _ = send("\0\u{1}\u{2}\r\n\r\n")
            case .interimForEver: sendForEver("HTTP/1.1 100 Continue\r\n\r\n", pause: 100)
            case .switching:
                _ = send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\nabc")
            case .endlessBody: if send("HTTP/1.1 200 OK\r\n\r\n") { sendForEver("a", pause: 1_000) }
            case .gigabyte: if send("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n") { sendForEver(Self.pad) }
            case .gigabyteOfGzip:
                guard let member = Self.member, send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n") else { break }
                for _ in 0..<1_024 where !LoopbackSocket.send(member, to: connection) { break }
            case .lengthTooLarge: _ = send("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n")
            case .twoLengths: _ = send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab")
            case .reset:
                _ = send("HTTP/1.1 200 OK\r\nContent-")
                Self.reset(connection)
            case .cutBody: _ = send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            case .closed: _ = send(Self.good)
            case .keptThenClosed: return number == 0 && send(Self.good)
            // An alert: it understands nothing else than TLS.
            case .tls: _ = LoopbackSocket.send([0x15, 3, 1, 0, 2, 2, 70], to: connection)
            case .early: return send(Self.good)
            case .trailers:
                let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                return send(head + "1\r\na\r\n0\r\nX-Name: a\r\n\r\n")
            case .greatestLength: _ = send("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nab")
            case .redirection: return send("HTTP/1.1 307 Away\r\nLocation: /hook\r\nContent-Length: 0\r\n\r\n")
            }
            return false
        }

        private static let pad = String(repeating: "a", count: 4_000)

        /// Lets the connection end with a reset when it is closed.
        static func reset(_ connection: Int32) {
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        }
    }
#endif
