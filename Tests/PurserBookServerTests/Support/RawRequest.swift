#if Server
    import Foundation
    import TestDatabase

    /// A connection to a server of this machine, on which a test writes what it likes.
    final class RawRequest: Sendable {
        private let socket: Int32

        init(port: Int) throws {
            socket = try LoopbackSocket.make()
            let descriptor = socket
            guard LoopbackSocket.use(UInt16(port), { connect(descriptor, $0, $1) == 0 }) != nil else {
                throw Shell.Failed(description: "no connection to port \(port)")
            }
        }

        deinit { close(socket) }

        func write(_ text: String) { LoopbackSocket.send(text.utf8, to: socket) }

        /// Whether something has come after so many milliseconds at most.
        func hasAnswer(within milliseconds: Int32) -> Bool {
            var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            return poll(&state, 1, milliseconds) > 0
        }

        /// Waits for the next bytes, on a thread that the server does not need.
        func read() async -> String {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [self] in
                    var bytes = [UInt8](repeating: 0, count: 65_536)
                    let count = recv(socket, &bytes, bytes.count, 0)
                    continuation.resume(returning: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
                }
            }
        }
    }
#endif
