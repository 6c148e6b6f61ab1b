#if Server
    import Foundation
    import Purser
    import PurserServer
    import PurserSigning
    import TestDatabase
    import Testing

    @testable import PurserBookServer

    /// Real processes of `purser book serve` that get signals while they work.
    @Suite(
        "Processes of the book's server", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .serialized, .timeLimit(.minutes(60)))
    struct ServedProcessTests {
        private func database() async throws -> String {
            let text = try await TestCluster.databaseText()
            _ = try await BookMigration.migrate(try DatabaseAddress(text))
            return text
        }

        @Test(
            "SIGTERM under load: what was answered with 200 is on record, a request that runs is answered, and the status is 0"
        )
        func orderlyEnd() async throws {
            let (garden, text) = (try GardenStore(), try await database())
            let process = try await ServedProcess(text, garden.authority)
            let answered = Lock<Set<String>>([])
            let slow = try RawRequest(port: process.address.port)
            let signed = try garden.coins("1", of: user(1))
            slow.write("POST /transactions HTTP/1.1\r\nHost: a\r\nContent-Length: \(signed.utf8.count)\r\n\r\n")
            slow.write(String(signed.prefix(100)))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for caller in 1...8 {
                    group.addTask {
                        for number in 1...10_000 {
                            let id = "\(caller * 100_000 + number)"
                            let answer = try? await process.address.send(
                                "POST", "transactions", garden.coins(id, of: user(1)))
                            // The connection was refused or cut off: the server has ended.
                            guard let answer else { return }
                            if answer.status == 200 { _ = answered.withLock { $0.insert(id) } }
                        }
                    }
                }
                while answered.withLock(\.count) < 50 { try await Task.sleep(for: .milliseconds(5)) }
                process.signal(SIGTERM)
                // It takes no more connections, and waits for the request that runs.
                while (try? RawRequest(port: process.address.port)) != nil {
                    try await Task.sleep(for: .milliseconds(5))
                }
                slow.write(String(signed.dropFirst(100)))
                #expect(await slow.read().hasPrefix("HTTP/1.1 200 "))
                #expect(await process.ended() == 0, "\(process.logged)")
                try await group.waitForAll()
            }
            let book = try await PurchaseBook.open(try garden.server(try DatabaseAddress(text)).configuration)
            defer { book.close() }
            let recorded = Set(try await book.updates(of: user(1), limit: 1_000_000).map(\.transaction.id))
            #expect(recorded.isSuperset(of: answered.withLock { $0 }.union(["1"])))
            #expect(process.logged.split(separator: "\n").allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
        }

        @Test(
            "Webhooks of processes that are killed: nothing is lost, each user's order stays, and repetitions have the same key"
        )
        func killed() async throws {
            let (garden, text) = (try GardenStore(), try await database())
            let receiver = Receiver { _, _ in
                try? await Task.sleep(for: .milliseconds(2))
                return 200
            }
            try await receiver.whileListening { port in
                let settings = [
                    "PURSER_BOOK_WEBHOOK=mailer=http://127.0.0.1:\(port)/hook",
                    "PURSER_BOOK_WEBHOOK_SECRET_MAILER=\(Receiver.secret)", "PURSER_BOOK_LEASE_SECONDS=2",
                    "PURSER_BOOK_WEBHOOK_SECONDS=1",
                ]
                var process = try await ServedProcess(text, garden.authority, settings)
                for id in 1...60 {
                    if id % 15 == 0 {
                        process.signal(id % 30 == 0 ? SIGKILL : SIGTERM)
                        _ = await process.ended()
                        process = try await ServedProcess(text, garden.authority, settings)
                    }
                    let signed = try garden.coins("\(id)", of: user(id % 3))
                    while try await process.address.send("POST", "transactions", signed).status != 200 {
                        try await Task.sleep(for: .milliseconds(5))
                    }
                }
                try await receiver.wait { Set($0.map(\.id)).count >= 60 }
                process.signal(SIGTERM)
                #expect(await process.ended() == 0, "\(process.logged)")
            }
            for number in 0...2 { #expect(receiver.numbers(of: user(number)) == Array(1...20)) }
            #expect(receiver.forged == 0 && Set(receiver.posts.map(\.id)).count == 60)
        }

        @Test("More connections than the files that a process begins with keep nobody from being served")
        func files() async throws {
            let (garden, text) = (try GardenStore(), try await database())
            let process = try await ServedProcess(text, garden.authority, files: 64)
            let idle = try (0..<200).map { _ in try RawRequest(port: process.address.port) }
            #expect(try await process.address.ask("health").status == 200)
            #expect(
                try await process.address.send("POST", "transactions", garden.coins("1", of: user(1))).status == 200)
            withExtendedLifetime(idle) {}
            process.signal(SIGTERM)
            #expect(await process.ended() == 0, "\(process.logged)")
        }

        @Test("A trial answers the commands that it says, also where the operator's token is set")
        func trial() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-trial-\(UUID())")
            let process = try await ServedProcess(
                try await database(), GardenStore().authority, [], ["--trial", folder.path])
            func written(_ name: String) -> String? {
                try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            }
            while written("purchase.jws") == nil { try await Task.sleep(for: .milliseconds(5)) }
            let signed = try #require(written("purchase.jws"))
            while try await process.address.send("POST", "transactions", signed).status != 200 {
                try await Task.sleep(for: .milliseconds(5))
            }
            let (user, token) = (try #require(written("user")), try #require(written("token")))
            let owned = try await process.address.send("GET", "users/\(user)/entitlements", token: token)
            #expect(owned.status == 200 && owned.body.contains("com.example.garden.lamp"), "\(owned.body)")
            process.signal(SIGTERM)
            #expect(await process.ended() == 0, "\(process.logged)")
        }

        @Test("K3: it starts before its database, answers 503 while that is away, and records what is repeated")
        func away() async throws {
            let garden = try GardenStore()
            let postgres = try TestServer()
            defer { postgres.stop() }
            _ = try await BookMigration.migrate(postgres.address("postgres"))
            try postgres.halt()
            let process = try await ServedProcess(postgres.text("postgres"), garden.authority)
            let signed = try garden.coins("1", of: user(1))
            for path in ["ready", "health"] {
                #expect(try await process.address.ask(path).status == (path == "ready" ? 503 : 200))
            }
            while try await process.address.ask("metrics").body.contains(#"result="unreachable"} 3"#) == false {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(
                try await process.address.ask("metrics").body.contains(
                    #"purser_book_failures{bundle="com.example.garden",code="unreachable""#))
            let warnings = process.logged.split(separator: "\n").filter { $0.contains(#""level":"warning""#) }
            #expect(warnings.count == 1, "\(process.logged)")
            let answer = try await process.address.send("POST", "transactions", signed)
            #expect(answer.status == 503 && answer.retryAfter == "10")
            try postgres.restart()
            while try await process.address.send("POST", "transactions", signed).status != 200 {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(try await process.address.ask("users/\(user(1))/entitlements").body.contains(#""coins":1"#))
            process.signal(SIGTERM)
            #expect(await process.ended() == 0, "\(process.logged)")
        }

        @Test(
            "SIGTERM gives back the users whose updates are being posted: another process goes on before their leases end"
        )
        func givenBack() async throws {
            let (garden, text) = (try GardenStore(), try await database())
            let receiver = Receiver { _, earlier in
                if earlier == 0 { try? await Task.sleep(for: .seconds(3_600)) }
                return 200
            }
            try await receiver.whileListening { port in
                let settings = [
                    "PURSER_BOOK_WEBHOOK=mailer=http://127.0.0.1:\(port)/hook", "PURSER_BOOK_WEBHOOK_SECONDS=50",
                    "PURSER_BOOK_WEBHOOK_SECRET=\(Receiver.secret)", "PURSER_BOOK_LEASE_SECONDS=86400",
                    "PURSER_BOOK_HINT_DATABASE=\(text)",
                ]
                let first = try await ServedProcess(text, garden.authority, settings)
                let signed = try garden.coins("1", of: user(1))
                while try await first.address.send("POST", "transactions", signed).status != 200 {
                    try await Task.sleep(for: .milliseconds(5))
                }
                while receiver.posts.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                first.signal(SIGTERM)
                #expect(await first.ended() == 0, "\(first.logged)")
                let second = try await ServedProcess(text, garden.authority, settings)
                try await receiver.wait { $0.count == 1 }
                let port = "\(second.address.port)"
                let failure = await #expect(throws: Shell.Failed.self) {
                    _ = try await ServedProcess(text, garden.authority, port: port)
                }
                #expect(
                    failure?.description.contains("in use. Choose another with --host and --port") == true,
                    "\(String(describing: failure))")
                #expect(failure?.description.contains("--help") == false)
                second.signal(SIGTERM)
                #expect(await second.ended() == 0, "\(second.logged)")
            }
            #expect(receiver.numbers(of: user(1)) == [1])
        }

        @Test(
            "Settings that cannot be understood end it with status 64; a schema that is missing with status 1, and what to do"
        )
        func mistakes() async throws {
            let (garden, text) = (try GardenStore(), try await TestCluster.databaseText())
            for (word, value) in [
                ("log-level", "loud"), ("app-id", "-1"), ("requests", "0"),
                ("webhook", "mailer"), ("webhook", "a=https://a.example b"), ("attempts", "many"),
            ] {
                let failure = await #expect(throws: Shell.Failed.self, "\(word)") {
                    let own = ["PURSER_BOOK_WEBHOOK_SECRET=\(Receiver.secret)"]
                    _ = try await ServedProcess(text, garden.authority, own, ["--\(word)=\(value)"])
                }
                #expect(failure?.description.contains("see purser book --help") == true, "\(word)")
            }
            for setting in [
                "PURSER_BOOK_TOKEN=short", "PURSER_BOOK_TOKEN=several words of a token",
                "PURSER_BOOK_WEBHOOK=m=https://a.example",
            ] {
                await #expect(throws: Shell.Failed.self, "\(setting)") {
                    _ = try await ServedProcess(text, garden.authority, [setting])
                }
            }
            let (own, words) = (["PURSER_BOOK_WEBHOOK_SECRET=\(Receiver.secret)"], ["--webhook=m=https://a.example"])
            let failure = await #expect(throws: Shell.Failed.self) {
                _ = try await ServedProcess(text, garden.authority, own + ["PURSER_BOOK_LEASE_SECONDS=23"], words)
            }
            #expect(failure?.description.contains("not 20 with 23") == true, "\(String(describing: failure))")
            for port in ["x", "65536", "-1"] {
                let failure = await #expect(throws: Shell.Failed.self, "\(port)") {
                    _ = try await ServedProcess(text, garden.authority, port: port)
                }
                #expect(failure?.description.contains("0 to 65535") == true, "\(String(describing: failure))")
            }
            let process = try await ServedProcess(text, garden.authority)
            #expect(
                await process.ended() >> 8 == 1 && process.logged.contains("purser book migrate"), "\(process.logged)")
        }
    }
#endif
