import Foundation
import Purser
import PurserNetworking
import PurserServerAPI
import PurserSigning
import PurserSimulator
import Testing

/// The memory of this process.
private enum Memory {
    /// The most bytes that it had in physical memory.
    static var peak: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) * 1_024
    }
}

@Suite("Answers from elsewhere, over real sockets", .timeLimit(.minutes(30)))
struct HostileServerTests {
    /// Sends requests over sockets, and keeps their tokens.
    private actor Spy: HTTPTransport {
        private(set) var tokens: Set<String> = []

        private func saw(_ request: HTTPRequest) {
            tokens.insert(String((request.headers["Authorization"] ?? "").dropFirst("Bearer ".count)))
        }

        nonisolated func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws {
            await saw(request)
            try await URLSessionTransport.shared.send(request, to: receiver)
        }
    }

    /// Makes one call, which must fail as unreadable without a word of its token.
    private func check(_ mounted: MountedServer) async throws {
        let spy = Spy()
        let client = mounted.client(transport: spy)
        let failure = await #expect(throws: ServerAPIFailure.self) { try await client.getTransactionHistory(of: "1") }
        #expect(failure?.code == .unreadable, "\(failure?.description ?? "")")
        var text = "\(String(describing: failure)) \(failure?.localizedDescription ?? "") \(client)"
        dump(failure, to: &text)
        dump(client, to: &text)
        let tokens = await spy.tokens
        #expect(tokens.count == 1)
        for part in tokens.flatMap({ $0.split(separator: ".").suffix(2) }) { #expect(!text.contains(part)) }
        client.close()
    }

    @Test(
        "HTML, deep JSON, other types and JSON that is no answer are typed errors",
        arguments: [
            "<html><body>Bad Gateway</body></html>", "", "[]", #"{"hasMore":"no"}"#, "{}",
            #"{"hasMore":false,"signedTransactions":{"a":1}}"#, #"{"hasMore":false,"a":1,"a":2}"#,
            #"{"hasMore":"# + String(repeating: "[", count: 2_000_000),
        ])
    func replaced(text: String) async throws {
        try await MountedServer.run(others: .replaced(text)) { mounted in
            _ = try? await mounted.client(retries: .once).getTransactionInfo("1")
            try await check(mounted)
        }
    }

    @Test("An answer without an end is given up at 10 MB, and the connection with it")
    func endless() async throws {
        try await MountedServer.run(first: .endless(pause: nil)) { mounted in
            try await check(mounted)
            let sent = await mounted.traffic.bytes
            #expect(sent < 400_000_000, "\(sent) bytes were sent")
        }
    }

    #if os(Linux)
        @Test("At the speed of a network, answers without an end take no more memory than the limit of one")
        func memory() async throws {
            // In a process of its own: other tests allocate at the same time in this one.
            await #expect(processExitsWith: .success) {
                let fate = MountedServer.Fate.endless(pause: .milliseconds(1))
                try await MountedServer.run(first: fate, others: fate) { mounted in
                    let client = mounted.client()
                    let before = Memory.peak
                    for _ in 0..<5 { _ = try? await client.getTransactionInfo("1") }
                    let growth = Memory.peak - before
                    #expect(before > 0 && growth < 60_000_000, "\(growth) bytes more, with the server")
                }
            }
        }
    #endif

    @Test("An answer that comes byte by byte is given up after the limit of a request")
    func dripping() async throws {
        try await MountedServer.run(first: .dripping) { mounted in
            let client = mounted.client(limit: .milliseconds(300), retries: .once)
            let failure = await #expect(throws: ServerAPIFailure.self) { try await client.getTransactionInfo("1") }
            #expect(failure?.code == .network)
        }
    }

    @Test(
        "A redirection to another server is not followed, whatever its status and method",
        arguments: [301, 302, 307, 308])
    func redirected(status: Int) async throws {
        try await MountedServer.run { other in
            try await MountedServer.run(
                first: .redirected(status, other.address), others: .redirected(status, other.address)
            ) { mounted in
                try await check(mounted)
                let client = mounted.client()
                for call in [
                    { try await client.finishTransaction("1") },
                    { try await client.setAppAccountToken(UUID(), of: "1") },
                ] as [() async throws -> Any] {
                    let failure = await #expect(throws: ServerAPIFailure.self) { _ = try await call() }
                    #expect(failure?.code == .unreadable && failure?.status == status)
                }
                #expect(await mounted.traffic.requests == 3)
            }
            #expect(await other.traffic.requests == 0)
        }
    }

    @Test("A call that acts is sent once, also where a connection that was kept open ends instead of an answer")
    func dropped() async throws {
        try await MountedServer.run(first: .whole, others: .dropped) { mounted in
            let client = mounted.client()
            // The connection is open now, and the next request goes over it.
            _ = try? await client.getTransactionInfo("1")
            for number in 2...5 {
                let failure = await #expect(throws: ServerAPIFailure.self) {
                    try await client.requestTestNotification()
                }
                #expect(failure?.mayHaveBeenCarriedOut == true)
                #expect(await mounted.traffic.requests == number)
            }
            // Each has a connection of its own. A call that settles something may be repeated, by the system and by the client.
            #expect(await mounted.traffic.connections == 5)
            _ = await #expect(throws: ServerAPIFailure.self) { try await client.finishTransaction("1") }
            #expect(await mounted.traffic.requests > 6)
        }
    }

    @Test("Hundreds of calls over connections of their own end once each, also where they are cancelled")
    func ownConnections() async throws {
        try await MountedServer.run { mounted in
            let client = mounted.client()
            let ended = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<400 {
                    let call = Task { try await client.requestTestNotification().token != nil }
                    group.addTask {
                        if number.isMultiple(of: 3) {
                            try? await Task.sleep(for: .milliseconds(number % 40))
                            call.cancel()
                        }
                        return (try? await call.value) ?? false
                    }
                    if number.isMultiple(of: 32) { _ = await group.next() }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(ended > 250)
            #expect(await mounted.traffic.requests <= 400)
        }
    }

    @Test("Cancelling a task, or closing the client, ends calls that wait for an answer at once")
    func endings() async throws {
        try await MountedServer.run(first: .silent, others: .silent) { mounted in
            let client = mounted.client()
            let cancelled = Task { try await client.getTransactionInfo("1") }
            try await mounted.traffic.reached(1)
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            let closed = (0..<4).map { _ in Task { try await client.getTransactionInfo("1") } }
            try await mounted.traffic.reached(5)
            client.close()
            for call in closed {
                let failure = await #expect(throws: ServerAPIFailure.self) { try await call.value }
                #expect(failure?.code == .closed)
            }
        }
    }
}
