#if Server
    import Foundation
    import PurserTesting

    import Purser

    /// Stands between processes and a database, and cuts and stalls connections in the middle of what goes through.
    ///
    /// The seed and the number of a connection decide after which bytes, so that what happens depends on nothing else but what is
    /// sent. It owns a thread that accepts and one for each connection, which ends with it.
    package final class TroubledProxy: Sendable {
        /// How often something happened.
        package struct Counts: Sendable {
            /// Connections that were made.
            package var connections = 0
            /// Connections that were cut in the middle.
            package var cuts = 0
            /// Times when nothing went through for a while, and the rest later.
            package var stalls = 0
        }

        private let listener: Int32
        private let target: UInt16
        private let seed: UInt64
        private let all = Lock(Counts())
        /// Its port on the loopback address.
        package let port: UInt16

        /// A proxy for a port of the loopback address.
        package init(to target: UInt16, seed: UInt64) throws {
            (self.target, self.seed) = (target, seed)
            port = try Shell.freePort()
            listener = try LoopbackSocket.make()
            var isOn: Int32 = 1
            setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
            let descriptor = listener
            guard LoopbackSocket.use(port, { bind(descriptor, $0, $1) == 0 }) != nil, listen(listener, 256) == 0 else {
                throw Shell.Failed(description: "no free port")
            }
            Thread.detachNewThread { [self] in accept() }
        }

        /// How often something happened so far.
        package var counts: Counts { all.withLock { $0 } }

        /// Accepts no more connections; those that are open go on until one of their ends closes them.
        package func close() { shutdown(listener, Int32(SHUT_RDWR)) }

        deinit { Foundation.close(listener) }

        // MARK: Connections

        private func accept() {
            while true {
                let client = Foundation.accept(listener, nil, nil)
                if client < 0, errno == EINTR || errno == ECONNABORTED { continue }
                guard client >= 0 else { return }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                let number = all.withLock { counts in
                    counts.connections += 1
                    return counts.connections
                }
                Thread.detachNewThread { [self] in serve(client, number) }
            }
        }

        private func serve(_ client: Int32, _ number: Int) {
            defer { Foundation.close(client) }
            guard let server = try? LoopbackSocket.make() else { return }
            defer { Foundation.close(server) }
            guard LoopbackSocket.use(target, { connect(server, $0, $1) == 0 }) != nil else { return }
            var generator = SeededGenerator(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
            while true {
                // Within the first bytes of a connection, within a call, or after many.
                let scale = 1 << Int.random(in: 6...17, using: &generator)
                guard pass(Int.random(in: scale...2 * scale, using: &generator), client, server) else { return }
                guard Bool.random(using: &generator) else { break }
                all.withLock { $0.stalls += 1 }
                // Longer than a call may take, or not. What was sent meanwhile arrives afterwards, also if its sender has given up.
                poll(nil, 0, Int32.random(in: 100...3_000, using: &generator))
            }
            all.withLock { $0.cuts += 1 }
            // Both ends see a connection that was reset, not one that was closed.
            var linger = linger(l_onoff: 1, l_linger: 0)
            for end in [client, server] {
                setsockopt(end, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
            }
        }

        /// Passes on so many bytes of both directions; whether all of them have gone through.
        private func pass(_ count: Int, _ client: Int32, _ server: Int32) -> Bool {
            var (rest, buffer) = (count, [UInt8](repeating: 0, count: 16_384))
            while rest > 0 {
                var ends = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                if poll(&ends, 2, -1) < 0, errno != EINTR { return false }
                for (place, end) in ends.enumerated() where end.revents != 0 && rest > 0 {
                    let read = recv(end.fd, &buffer, min(rest, buffer.count), 0)
                    if read < 0, errno == EINTR { continue }
                    guard read > 0, LoopbackSocket.send(buffer.prefix(read), to: ends[1 - place].fd) else {
                        return false
                    }
                    rest -= read
                }
            }
            return true
        }
    }
#endif
