#if Server
    import Foundation
    import Purser
    import PurserServer
    import TestDatabase
    import Testing

    @testable import PurserBookServer
    @testable import PurserNetworking

    @Suite(
        "Receivers of webhooks that are not HTTP servers",
        .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"), .timeLimit(.minutes(60)))
    struct RawReceiverTests {
        @Test(
            "K3: whatever a receiver sends, the process lives, posts come whole and once for each attempt, and the status alone decides"
        )
        func misdeeds() async throws {
            let (garden, database) = (try GardenStore(), try await TestCluster.database())
            let (good, raw) = (Receiver(), try Misdeed.allCases.map { ($0, try RawReceiver($0)) })
            try await good.whileListening { port in
                var server = try garden.server(database)
                server.addWebhook("good", port: port)
                for (misdeed, receiver) in raw { server.addWebhook(misdeed.rawValue, port: receiver.port) }
                server.addWebhook("secure", port: raw[0].1.port, scheme: "https")
                for index in server.webhooks.indices { server.webhooks[index].patience = .seconds(3) }
                server.options.attempts = 2
                let book = try await PurchaseBook.open(server.configuration)
                defer { book.close() }
                try await server.whileServing { server in
                    for id in 1...3 {
                        let signed = try garden.coins("\(id)", of: user(1))
                        while try await server.send("POST", "transactions", signed).status != 200 {
                            try await Task.sleep(for: .milliseconds(5))
                        }
                    }
                    try await good.wait { $0.count == 3 }
                    for (misdeed, receiver) in raw {
                        // All posts have succeeded, or the first has failed twice.
                        while try await !isDone(misdeed, receiver, book) {
                            try await Task.sleep(for: .milliseconds(20))
                        }
                    }
                    while try await book.deadLetters(of: "secure").isEmpty {
                        try await Task.sleep(for: .milliseconds(20))
                    }
                }
            }
            for (misdeed, receiver) in raw {
                let posts = receiver.arrivals.filter { $0 != .other }
                // The second post over a kept connection fails once, and is then repeated over another one.
                let count = misdeed.isSuccess ? misdeed == .keptThenClosed ? 3...5 : 3...3 : 2...2
                #expect(count.contains(posts.count) && !posts.contains(.cut), "\(misdeed): \(posts)")
            }
            #expect(good.numbers(of: user(1)) == [1, 2, 3] && good.posts.count == 3)
        }

        @Test("Posts that come together, as after an early answer, are counted one by one")
        func together() throws {
            let (receiver, socket) = (try RawReceiver(.early), try LoopbackSocket.make())
            defer { close(socket) }
            try #require(LoopbackSocket.use(UInt16(receiver.port)) { connect(socket, $0, $1) == 0 } != nil)
            let post = "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nab"
            LoopbackSocket.send((post + post).utf8, to: socket)
            shutdown(socket, Int32(SHUT_WR))
            var byte: UInt8 = 0
            while recv(socket, &byte, 1, 0) > 0 {}
            #expect(receiver.arrivals == [.whole, .whole])
        }

        private func isDone(_ misdeed: Misdeed, _ receiver: RawReceiver, _ book: PurchaseBook) async throws -> Bool {
            guard misdeed.isSuccess else { return try await !book.deadLetters(of: misdeed.rawValue).isEmpty }
            guard receiver.arrivals.count >= 3 else { return false }
            return try await book.consumers().first { $0.consumer == misdeed.rawValue }?.dueUsers == 0
        }

        @Test("K3: an answer that is reset after any of its bytes is a failure, unless its head is whole")
        func resets() async throws {
            let answer = Array("HTTP/1.1 204 No\r\nA: b\r\n\r\n".utf8)
            let listener = try StalledListener()
            defer { shutdown(listener.socket, Int32(SHUT_RDWR)) }
            let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
            for count in 0...answer.count {
                let socket = listener.socket
                Thread.detachNewThread {
                    let connection = accept(socket, nil, nil)
                    var bytes = [UInt8](repeating: 0, count: 1_024)
                    _ = recv(connection, &bytes, bytes.count, 0)
                    LoopbackSocket.send(answer.prefix(count), to: connection)
                    Misdeed.reset(connection)
                    close(connection)
                }
                let request = HTTPRequest(url, method: "POST", body: Data("a".utf8))
                let isDone: Bool
                do {
                    try await AsyncHTTPTransport.shared.post(
                        request, dropping: 10, within: patience, by: SystemClock())
                    isDone = true
                } catch is HTTPFailure { isDone = false }
                // The reset may overtake the bytes before it.
                #expect(!isDone || count == answer.count, "\(count)")
            }
        }
    }
#endif
