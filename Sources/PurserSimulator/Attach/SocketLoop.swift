import Purser

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Serves the connections of a listening socket by one loop, which blocks its own thread.
///
/// If too many bytes wait for a client, the loop reads nothing more from this client; other clients are not delayed.
/// Received lines are in ``received``. ``progress`` advances when bytes were sent or a client has left.
final class SocketLoop: Sendable {
    /// The number of bytes waiting for a client above which nothing more is read from it.
    static let mostUnsent = 1 << 20
    /// The number of a client's unanswered lines above which nothing more is read from it.
    static let mostUnanswered = 256
    /// The maximum number of clients at a time; others wait.
    static let mostClients = 500
    /// The number of bytes waiting for a watching client above which the next event waits too.
    static let watcherRoom = 65_536

    /// A line of a client.
    struct Received: Sendable {
        let client: Int
        let line: LineBuffer.Line
    }

    /// The lines from all clients.
    let received = Mailbox<Received>()
    /// Advances when bytes were sent or a client has left.
    let progress = EventCount()

    /// The pending work of a client.
    private struct Load: Sendable {
        var unsent = 0
        var unanswered = 0
    }

    private struct Wishes: Sendable {
        var lines: [(client: Int, bytes: [UInt8])] = []
        var isStopped = false
    }

    private struct Client {
        let id: Int
        let descriptor: Int32
        var input = LineBuffer()
        var output: ArraySlice<UInt8> = []
        /// Whether the client has stopped sending.
        var hasEnded = false
        /// Whether the connection has ended.
        var isOver = false
    }

    private let socket: ListeningSocket
    private let alarm: (reading: Int32, writing: Int32)
    private let wishes = Lock(Wishes())
    private let loads = Lock<[Int: Load]>([:])

    /// Makes a loop that does not run yet.
    ///
    /// - Throws: `BackendFailure` with `.systemError`.
    init(_ socket: ListeningSocket) throws(BackendFailure) {
        self.socket = socket
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            socket.end()
            throw UnixSocket.failure("make a pipe")
        }
        alarm = (ends[0], ends[1])
        for end in ends {
            UnixSocket.unblock(end)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Sends a line to a client, if it is still connected.
    ///
    /// - Parameter answers: whether the line is an answer to the client.
    func send(_ line: String, to client: Int, answers: Bool) {
        let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
        let isThere = loads.withLock { loads in
            guard loads[client] != nil else { return false }
            loads[client]?.unsent += bytes.count
            if answers { loads[client]?.unanswered -= 1 }
            return true
        }
        guard isThere else { return }
        wishes.withLock { $0.lines.append((client, bytes)) }
        wake()
    }

    /// Waits until fewer bytes wait for a client, so that it has room for another line.
    ///
    /// - Returns: whether the client is still connected.
    func waitForRoom(for client: Int, below limit: Int) async -> Bool {
        await progress.first {
            loads.withLock { $0[client].map { $0.unsent < limit ? true : nil } ?? false }
        }
            ?? false
    }

    /// Waits until a client has left.
    func waitForEnd(of client: Int) async {
        _ = await progress.first { loads.withLock { $0[client] == nil ? true : nil } }
    }

    /// Stops the loop, which closes all connections.
    func stop() {
        wishes.withLock { $0.isStopped = true }
        wake()
    }

    private func wake() { _ = write(alarm.writing, [1], 1) }

    /// Serves until the loop is stopped.
    func run() {
        var clients: [Client] = []
        var count = 0
        defer {
            for client in clients { close(client.descriptor) }
            loads.withLock { $0 = [:] }
            socket.end()
            received.close()
            progress.close()
        }
        while true {
            let wished = wishes.withLock { wishes in
                defer { wishes.lines = [] }
                return wishes
            }
            if wished.isStopped { return }
            for line in wished.lines {
                guard let place = clients.firstIndex(where: { $0.id == line.client }) else { continue }
                clients[place].output += line.bytes
            }
            var polled = [
                entry(alarm.reading, POLLIN), entry(socket.descriptor, clients.count < Self.mostClients ? POLLIN : 0),
            ]
            polled += clients.map { entry($0.descriptor, interests(of: $0)) }
            guard poll(&polled, nfds_t(polled.count), -1) >= 0 || errno == EINTR else { return }
            if polled[0].revents != 0 { drainAlarm() }
            // Only the clients of this poll; new ones are served in the next round.
            for (place, entry) in polled[2...].enumerated() { serve(&clients[place], Int32(entry.revents)) }
            for client in clients where client.isOver { leave(client) }
            clients.removeAll(where: \.isOver)
            while polled[1].revents != 0, clients.count < Self.mostClients, let descriptor = accepted() {
                count += 1
                clients.append(Client(id: count, descriptor: descriptor))
                loads.withLock { [count] in $0[count] = Load() }
            }
        }
    }

    private func leave(_ client: Client) {
        close(client.descriptor)
        loads.withLock { $0[client.id] = nil }
        progress.advance()
    }

    private func entry(_ descriptor: Int32, _ events: some BinaryInteger) -> pollfd {
        pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
    }

    private func interests(of client: Client) -> Int32 {
        let unanswered = loads.withLock { $0[client.id]?.unanswered ?? 0 }
        let isRead = !client.hasEnded && client.output.count < Self.mostUnsent && unanswered < Self.mostUnanswered
        return (isRead ? Int32(POLLIN) : 0) | (client.output.isEmpty ? 0 : Int32(POLLOUT))
    }

    /// The next client's connection; those of other users are closed.
    private func accepted() -> Int32? {
        while true {
            let descriptor = accept(socket.descriptor, nil, nil)
            guard descriptor >= 0 else { return nil }
            guard UnixSocket.peer(of: descriptor) == geteuid() else {
                close(descriptor)
                continue
            }
            UnixSocket.unblock(descriptor)
            UnixSocket.silence(descriptor)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
    }

    private func drainAlarm() {
        var bytes = [UInt8](repeating: 0, count: 512)
        while read(alarm.reading, &bytes, bytes.count) > 0 {}
    }

    /// Reads from a client and writes to it, without blocking.
    private func serve(_ client: inout Client, _ events: Int32) {
        if events & Int32(POLLOUT) != 0, !client.output.isEmpty {
            let sent = UnixSocket.send(client.output, to: client.descriptor)
            if sent < 0, errno != EAGAIN, errno != EINTR {
                client.isOver = true
                return
            }
            if sent > 0 {
                client.output.removeFirst(sent)
                if client.output.isEmpty { client.output = [] }
                loads.withLock { [id = client.id] in $0[id]?.unsent -= sent }
                progress.advance()
            }
        }
        if events & Int32(POLLIN) != 0 {
            var bytes = [UInt8](repeating: 0, count: 16_384)
            let count = read(client.descriptor, &bytes, bytes.count)
            if count < 0, errno != EAGAIN, errno != EINTR {
                client.isOver = true
                return
            }
            if count == 0 { client.hasEnded = true }
            if count > 0 { take(client.input.append(bytes[..<count]), from: client.id) }
        } else if events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0 {
            client.isOver = true
            return
        }
        guard client.hasEnded, client.output.isEmpty else { return }
        let load = loads.withLock { [id = client.id] in $0[id] ?? Load() }
        client.isOver = load.unanswered == 0 && load.unsent == 0
    }

    private func take(_ lines: [LineBuffer.Line], from id: Int) {
        guard !lines.isEmpty else { return }
        loads.withLock { $0[id]?.unanswered += lines.count }
        received.post(contentsOf: lines.map { Received(client: id, line: $0) })
    }

    deinit {
        close(alarm.reading)
        close(alarm.writing)
    }
}
