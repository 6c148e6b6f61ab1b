#if os(Linux)
    import Foundation
    import Purser
    import Testing

    @testable import PurserNetworking

    /// Takes as many bytes as a call of a server may have, and needs a moment for each piece.
    private final class SlowReceiver: HTTPReceiver {
        private let taken = Lock(0)

        func begins(_ response: HTTPResponse) throws {}

        func receive(_ piece: Data) throws {
            // A receiver that does something with each piece: decodes it, or writes it to a disk.
            usleep(500)
            let count = taken.withLock { taken in
                taken += piece.count
                return taken
            }
            if count > 10_000_000 { throw POSIXError(.EFBIG) }
        }
    }

    @Suite("Answers without an end, at the full speed of the loopback", .timeLimit(.minutes(30)))
    struct EndlessAnswerTests {
        /// The most bytes that this process had in physical memory.
        private static var peak: Int {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
            return (Int(line.filter(\.isNumber)) ?? 0) * 1_024
        }

        /// Whether memory that was freed is used again: the address sanitizer keeps it for a while.
        private static var usesFreedMemory: Bool {
            #if ADDRESS_SANITIZER
                false
            #else
                true
            #endif
        }

        @Test(
            "A receiver that is slower than the network makes the server wait, and memory does not grow",
            .enabled(if: usesFreedMemory, "the address sanitizer keeps what was freed"))
        func memory() async throws {
            // In a process of its own: other tests allocate at the same time in this one.
            await #expect(processExitsWith: .success) {
                // The end is far behind what is taken of it.
                let server = try LoopbackServer { exchange, _ in
                    exchange.begin(200)
                    let piece = [UInt8](repeating: 32, count: 1 << 20)
                    for _ in 0..<400 { guard exchange.send(piece) else { return } }
                }
                let request = HTTPRequest(server.url("/"))
                let before = EndlessAnswerTests.peak
                for _ in 0..<4 {
                    await #expect(throws: POSIXError.self) {
                        try await URLSessionTransport.shared.send(request, to: SlowReceiver())
                    }
                }
                let growth = EndlessAnswerTests.peak - before
                #expect(before > 0 && growth < 200_000_000, "\(growth) bytes more, with the server")
            }
        }

        @Test("The session waits while many calls are due, and all are made in their order")
        func room() async throws {
            let queue = DelegateQueue(patience: 3_600) { false }
            let (gate, ended) = (DispatchSemaphore(value: 0), EventCount())
            let (calls, added, ahead) = (Lock<[Int]>([]), Lock(0), Lock(0))
            Thread.detachNewThread {
                for number in 0..<200 {
                    queue.addOperation {
                        if number == 0 { gate.wait() }
                        calls.withLock { $0.append(number) }
                        if number == 199 { ended.advance() }
                    }
                    let due = number + 1 - calls.withLock(\.count)
                    ahead.withLock { $0 = max($0, due) }
                    added.withLock { $0 = number + 1 }
                }
            }
            while added.withLock({ $0 }) < DelegateQueue.most { try await Task.sleep(for: .milliseconds(1)) }
            gate.signal()
            try await ended.wait(after: 0)
            #expect(calls.withLock { $0 } == Array(0..<200))
            #expect(ahead.withLock { $0 } <= DelegateQueue.most)
        }

        @Test("While a cancellation waits the session makes the calls itself, after those that are due")
        func cancelling() async throws {
            let isCancelling = Lock(false)
            let queue = DelegateQueue(patience: 3_600) { isCancelling.withLock { $0 } }
            let (calls, own, ended) = (Lock<[Int]>([]), Lock<[Int]>([]), EventCount())
            Thread.detachNewThread {
                // Not by its name, which a thread cannot set before the one that has started it goes on.
                let session = pthread_self()
                for number in 0..<20 {
                    if number == 10 { isCancelling.withLock { $0 = true } }
                    queue.addOperation {
                        if pthread_equal(pthread_self(), session) != 0 { own.withLock { $0.append(number) } }
                        calls.withLock { $0.append(number) }
                    }
                }
                ended.advance()
            }
            try await ended.wait(after: 0)
            #expect(calls.withLock { $0 } == Array(0..<20))
            #expect(own.withLock { $0 } == Array(10..<20))
        }

        @Test("A call that blocks does not hold the session for ever")
        func blockedCall() async throws {
            let queue = DelegateQueue(patience: 0.01) { false }
            let (gate, ended) = (DispatchSemaphore(value: 0), EventCount())
            queue.addOperation { gate.wait() }
            Thread.detachNewThread {
                for _ in 0..<200 { queue.addOperation {} }
                ended.advance()
            }
            try await ended.wait(after: 0)
            gate.signal()
        }

        @Test("Large answers at the same time arrive whole")
        func whole() async throws {
            let server = try LoopbackServer(Self.sendTenMegabytes)
            let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await URLSessionTransport.shared.anyAnswer(
                            to: HTTPRequest(server.url("/")), maximumBytes: 20_000_000
                        ).body.count
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers == [Int](repeating: 40 << 18, count: 4))
        }

        @Test("While a receiver blocks, other requests can be cancelled, and its answer arrives whole afterwards")
        func blocked() async throws {
            // In a process of its own: the receiver blocks the queue of all requests.
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer(EndlessAnswerTests.sendTenMegabytes)
                let receiver = BlockedReceiver()
                let first = Task {
                    try await URLSessionTransport.shared.send(HTTPRequest(server.url("/")), to: receiver)
                }
                try await receiver.isBlocked.wait(after: 0)
                let second = Task {
                    try await URLSessionTransport.shared.anyAnswer(
                        to: HTTPRequest(server.url("/")), maximumBytes: 20_000_000)
                }
                while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
                second.cancel()
                await #expect(throws: CancellationError.self) { try await second.value }
                #expect(receiver.count == 0)
                receiver.gate.signal()
                try await first.value
                #expect(receiver.count == 40 << 18)
            }
        }

        private static func sendTenMegabytes(_ exchange: LoopbackServer.Exchange, _ number: Int) {
            exchange.begin(200)
            for _ in 0..<40 { guard exchange.send([UInt8](repeating: 32, count: 1 << 18)) else { return } }
        }
    }

    /// Blocks at its first piece until a test lets it continue.
    private final class BlockedReceiver: HTTPReceiver {
        let isBlocked = EventCount()
        let gate = DispatchSemaphore(value: 0)
        private let taken = Lock(0)
        var count: Int { taken.withLock { $0 } }

        func begins(_ response: HTTPResponse) throws {
            isBlocked.advance()
            gate.wait()
        }

        func receive(_ piece: Data) throws { taken.withLock { $0 += piece.count } }
    }
#endif
