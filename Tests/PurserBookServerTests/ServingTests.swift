#if Server
    import Foundation
    import Purser
    import PurserServer
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserVerification
    import TestDatabase
    import Testing

    @testable import PurserBookServer

    @Suite(
        "A server of the book", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(60)))
    struct ServingTests {
        @Test("K1, K2: what an app reports is recorded once, and owned; wrong input is answered by its kind")
        func reporting() async throws {
            let garden = try GardenStore()
            try await garden.server(try await TestCluster.database()).whileServing { server in
                let signed = try garden.coins("1", of: user(1))
                while try await server.ask("ready").status != 200 { try await Task.sleep(for: .milliseconds(5)) }
                for _ in 0..<2 { #expect(try await server.send("POST", "transactions", signed).status == 200) }
                for (status, path, body) in [
                    (403, "transactions", try GardenStore().coins("2", of: user(1))),
                    (200, "transactions", try garden.coins("2", of: user(1), bundle: "com.example.shop")),
                    (200, "transactions", try garden.coins("2", of: user(1), environment: .sandbox)),
                    (400, "transactions", "no signature"), (400, "transactions", ""),
                    (413, "transactions", String(repeating: "a", count: PurchaseBook.textLimit + 1)),
                    (400, "notifications", "no JSON"), (400, "notifications", #"{"signedPayload":"no signature"}"#),
                    (400, "notifications", #"{"signedPayload":1}"#), (404, "purchases", signed),
                    (413, "notifications", String(repeating: "a", count: 2 * PurchaseBook.textLimit + 1)),
                ] {
                    let answer = try await server.send("POST", path, body)
                    #expect(answer.status == status, "\(path): \(body.prefix(100))")
                }
                let owned = try await server.ask("users/\(user(1))/entitlements")
                #expect(owned.status == 200)
                #expect(owned.body == #"{"products":[],"quantities":{"coins":1},"version":1}"# + "\n")
                #expect(try await server.send("GET", "users/\(user(1))/entitlements").status == 401)
                #expect(try await server.ask("health").body.contains(#""alive":true"#))
                #expect(try await server.ask("ready").body.contains(#""ready":true"#))
                let metrics = try await server.ask("metrics").body
                #expect(metrics.contains(#"purser_book_answers{answer="recorded","#))
                #expect(metrics.contains(#"purser_book_requests{route="transactions",status="413"} 1"#))
                #expect(!metrics.lowercased().contains(user(1).uuidString.lowercased()))
            }
        }

        @Test("What Apple has posted in vain is recorded once the server catches up")
        func catchingUp() async throws {
            let garden = try GardenStore()
            var settings = SimulatorSettings()
            (settings.app.bundleID, settings.environment) = ("com.example.garden", .sandbox)
            let appStore = EmbeddedAppStore(
                catalog: SimulatorCatalog(
                    products: [StoreProduct(id: "coins", type: .consumable, price: 1)], settings: settings))
            await appStore.sign(by: garden.authority)
            await appStore.startNotifications()
            let apple = try await EmbeddedAppStoreServer(store: appStore, authority: garden.authority)
            try await appStore.buyElsewhere("coins", quantity: 3, appAccountToken: user(1))
            #expect(await apple.deliverNotifications { _ in 503 }.acceptedCount == 0)
            var server = try garden.server(try await TestCluster.database())
            server.configuration.environment = .sandbox
            server.configuration.verifier = try SignedDataVerifier(
                garden.authority.accepted(bundleID: "com.example.garden", environments: [.sandbox]))
            server.history = ServerAPIClient(
                key: apple.key, bundleID: "com.example.garden", environment: .sandbox, transport: apple)
            try await server.whileServing { server in
                while try await !server.ask("users/\(user(1))/entitlements").body.contains(#""coins":3"#) {
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
        }

        @Test("A database that other hands have restored is doubted, and recorded in")
        func doubted() async throws {
            let (garden, database) = (try GardenStore(), try await TestCluster.database())
            try await garden.server(database).whileServing { server in
                while try await server.send("POST", "transactions", garden.coins("1", of: user(1))).status != 200 {
                    try await Task.sleep(for: .milliseconds(5))
                }
                try await TestCluster.run("update purser.realm set history = 'another'", in: database)
                #expect(try await server.send("POST", "transactions", garden.coins("2", of: user(1))).status == 200)
                let ready = try await server.ask("ready")
                #expect(ready.status == 200 && !ready.body.contains(#""doubtedSince":null"#), "\(ready.body)")
            }
        }

        @Test("A database that takes no changes is not ready")
        func readOnly() async throws {
            let (garden, database) = (try GardenStore(), try await TestCluster.database())
            let shared = try await PurchaseBook.open(try garden.server(database).configuration)
            shared.close()
            let text =
                "alter database \(try #require(database.parameters["dbname"])) set default_transaction_read_only = on"
            try await TestCluster.run(text)
            try await garden.server(database).whileServing { server in
                let ready = try await server.ask("ready")
                #expect(ready.status == 503 && ready.retryAfter == "10")
                #expect(try await server.ask("health").status == 200)
            }
        }

        @Test("More requests than the limit, and one that is too slow, are answered with 503 and when to repeat them")
        func limits() async throws {
            let (garden, database) = (try GardenStore(), try await TestCluster.database())
            var server = try garden.server(database)
            server.limits.count = 0
            try await server.whileServing { server in
                let answer = try await server.send("POST", "transactions", garden.coins("1", of: user(1)))
                #expect(answer.status == 503 && answer.retryAfter == "1")
                #expect(try await server.ask("health").status == 200)
            }
            // What announces a larger body is answered before it is sent.
            try await garden.server(database).whileServing { server in
                let socket = try RawRequest(port: server.port)
                socket.write("POST /transactions HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n")
                #expect(await socket.read().hasPrefix("HTTP/1.1 413 "))
            }
            server.limits = RequestLimits()
            server.limits.time = .milliseconds(50)
            try await server.whileServing { server in
                let socket = try RawRequest(port: server.port)
                socket.write("POST /transactions HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
                #expect(await socket.read().hasPrefix("HTTP/1.1 503 "))
            }
        }

        @Test("A malformed chunk is answered with 400; who leaves in the middle of a body is not counted as a 503")
        func brokenBodies() async throws {
            let (garden, database) = (try GardenStore(), try await TestCluster.database())
            try await garden.server(database).whileServing { server in
                let head = "POST /transactions HTTP/1.1\r\nHost: a\r\n"
                for chunk in ["x\r\na\r\n0\r\n\r\n", "1\r\nabc\r\n", "-1\r\n\r\n"] {
                    let socket = try RawRequest(port: server.port)
                    socket.write(head + "Transfer-Encoding: chunked\r\n\r\n" + chunk)
                    let answer = await socket.read()
                    #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("not well-formed"), "\(answer)")
                }
                for body in ["Content-Length: 10\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n5\r\nab"] {
                    try RawRequest(port: server.port).write(head + body)
                }
                let gone = #"purser_book_requests{route="transactions",status="499"} 2"#
                while try await !server.ask("metrics").body.contains(gone) {
                    try await Task.sleep(for: .milliseconds(5))
                }
                let metrics = try await server.ask("metrics").body
                #expect(metrics.contains(#"{route="transactions",status="400"} 3"#), "\(metrics)")
                #expect(!metrics.contains(#"status="503""#))
            }
        }

        @Test("The operator's port answers while callers have all their connections, also those that finish no head")
        func operatorsPort() async throws {
            let (garden, database) = (try GardenStore(), try await TestCluster.database())
            var server = try garden.server(database)
            (server.limits.connections, server.operatorPort) = (8, Int(try Shell.freePort()))
            let operators = ServerAddress(port: try #require(server.operatorPort))
            try await server.whileServing { server in
                var idle = try (0..<16).map { _ in try RawRequest(port: server.port) }
                for socket in idle { socket.write("POST /transactions HTTP/1.1\r\nHost: ") }
                while (try? await operators.ask("health").status) != 200 { try await Task.sleep(for: .milliseconds(5)) }
                #expect(try await operators.ask("metrics").status == 200)
                let waiting = try RawRequest(port: server.port)
                waiting.write("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(!waiting.hasAnswer(within: 300))
                idle = []
                #expect(await waiting.read().hasPrefix("HTTP/1.1 200 "))
            }
        }
    }
#endif
