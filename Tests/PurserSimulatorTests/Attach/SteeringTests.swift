import Foundation
import Purser
import PurserFormats
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("Steering by a socket", .timeLimit(.minutes(30)))
struct SteeringTests {
    private let folder: SocketFolder
    private let clock = MovableClock(startingAt: at(0))
    private let store: EmbeddedAppStore

    init() async throws {
        folder = try SocketFolder()
        store = EmbeddedAppStore(catalog: RandomLife.catalog, clock: clock)
        try await store.activate()
    }

    @Test("Each command does what the call of its name does")
    func commands() async throws {
        try await listening(store, at: folder.socket) { [store, folder] in
            let client = try SteeringClient(folder.socket)
            let products = try await client.request("products")["products"]?.values ?? []
            #expect(products.map { $0["id"] } == RandomLife.catalog.products.map { .string($0.id) })
            for (product, json) in zip(RandomLife.catalog.products, products) {
                #expect(json["offers"]?.values.count == product.subscription?.offers.count)
                for offer in json["offers"]?.values ?? [] { #expect(offer["text"] != nil && offer["period"] != nil) }
            }
            _ = try await client.request("ask", ["on": .bool(true)])
            try await store.submit([payment(1, "lamp"), payment(2, "coins"), payment(3, "gold")])
            #expect(try await client.request("pending")["pending"]?.values.count == 3)
            _ = try await client.request("decline", ["payment": .string("P2")])
            _ = try await client.request("approve", ["payment": .string("P1")])
            _ = try await client.request("approve")
            #expect(await store.transactions.map(\.productID) == ["lamp", "gold"])
            let lamp = try #require(await store.transactions.first)
            _ = try await client.request("refund", ["transaction": .string(lamp.id), "percentage": .number("50")])
            #expect(await store.refunds.map(\.transactionID) == [lamp.id])
            let page = try await client.request("transactions", ["limit": .number("1"), "product": .string("lamp")])
            #expect(page["transactions"]?.values.first?["revocationDate"] != nil)
            _ = try await client.request("card", ["subscription": .string("gold"), "accepted": .bool(false)])
            let now = try await client.request("advance", ["seconds": .number("\(32 * 86_400)")])
            #expect(now["now"] == .number("\(day(32).milliseconds)"))
            #expect(await store.subscription("gold")?.state == .inBillingRetryPeriod)
            _ = try await client.request("card", ["subscription": .string("gold"), "accepted": .bool(true)])
            #expect(await store.subscription("gold")?.state == .subscribed)
            _ = try await client.request("renew", ["subscription": .string("gold"), "on": .bool(false)])
            #expect(await store.subscription("gold")?.willAutoRenew == false)
            let spans = try await client.request("history", ["subscription": .string("gold")])["spans"]?.values ?? []
            #expect(spans.map { $0["kind"] } == [.string("paid"), .string("retry"), .string("paid")])
            _ = try await client.request("storefront", ["country": .string("DEU")])
            #expect(await store.storefront()?.countryCode == "DEU")
            _ = try await client.request("clear")
            #expect(await store.transactions.isEmpty)
        }
    }

    @Test("Commands for the app's store need it, and do what its calls do; a command that waits delays no other client")
    func stores() async throws {
        try await listening(store, at: folder.socket) { [folder] in
            let client = try SteeringClient(folder.socket)
            await #expect(throws: BackendFailure.self) { try await client.request("owned") }
        }
        let appStore = EmbeddedAppStore(catalog: RandomLife.catalog, clock: clock)
        let app = try await appStore.openStore { $0.finishing = { _ in .manual } }
        let lamp = try await app.purchase("lamp")
        try await listening(appStore, at: folder.socket, app) { [folder] in
            let client = try SteeringClient(folder.socket)
            #expect(try await client.request("owned")["owned"]?.values.map { $0["product"] } == [.string("lamp")])
            let id = try #require(lamp.purchase?.transaction.id)
            #expect(try await client.request("unfinished")["unfinished"]?.values.map { $0["id"] } == [.string(id)])
            _ = try await client.request("finish", ["transaction": .string(id)])
            await #expect(throws: BackendFailure.self) {
                try await client.request("finish", ["transaction": .string("7")])
            }
            #expect(try await client.request("updates")["updates"]?.values.count == 1)
            #expect(try await client.request("restore")["restored"]?.values.map { $0["id"] } == [.string(id)])
            #expect(try await client.request("failed")["failed"]?.values.isEmpty == true)
            #expect(try await client.request("rejected")["rejected"]?.values.isEmpty == true)
            let names = try await client.request("help")["commands"]?.values ?? []
            #expect(
                names.contains(.string("owned")) && names.contains(.string("help")) && names.contains(.string("seats")))
            // The restore waits for an answer that is held back; others go on meanwhile.
            await appStore.holdAnswers()
            let slow = try RawClient(folder.socket)
            slow.send("{\"id\":1,\"do\":\"restore\"}\n{\"id\":2,\"do\":\"pending\"}\n")
            _ = try await client.request("pending")
            await appStore.releaseAnswers()
            #expect(try await slow.lines(2).map { $0["id"] } == [.number("1"), .number("2")])
        }
        try await app.close()
    }

    @Test("What a client has sent is done, also when it is gone before the answer")
    func leaving() async throws {
        try await listening(store, at: folder.socket) { [store, folder] in
            for _ in 0..<20 {
                let client = try RawClient(folder.socket)
                client.send(
                    "{\"do\":\"buy\",\"product\":\"coins\"}\n{\"do\":\"buy\",\"product\":\"coins\"}\n{\"do\":\"bu")
            }
            let client = try SteeringClient(folder.socket)
            var count = 0
            while count < 40 {
                count =
                    try await client.request("transactions", ["limit": .number("1000")])["transactions"]?.values.count
                    ?? 0
            }
            #expect(count == 40)
            #expect(await store.chargeCount == 40)
        }
    }

    @Test("A hundred malformed lines get an error line each, and the next request is answered")
    func malformed() async throws {
        try await listening(store, at: folder.socket) { [folder] in
            let client = try RawClient(folder.socket)
            let bad = [
                "{", "[]", "7", "\"text\"", "null", "{\"do\":7}", "{\"do\":\"nothing\"}",
                "{\"v\":2,\"do\":\"pending\"}",
                "{\"do\":\"approve\",\"payment\":7}", "{\"do\":\"decline\"}", "{\"do\":\"decline\",\"payment\":\"P9\"}",
                "{\"do\":\"advance\",\"seconds\":1.5}", "{\"do\":\"advance\",\"seconds\":-1}",
                "{\"do\":\"advance\",\"seconds\":1e300}", "{\"do\":\"defects\",\"chances\":{\"none\":1}}",
                "{\"do\":\"defects\",\"chances\":{\"finishNotTaken\":7}}", "{\"do\":\"buy\",\"product\":\"none\"}",
                "{\"do\":\"storefront\",\"country\":\"ZZZ\"}", "\u{0}\u{1}", "{\"do\":\"pending\"}}",
            ]
            for _ in 0..<5 { for line in bad { client.send(line + "\n") } }
            client.send([0xFF, 0xFE, UInt8(ascii: "\n")])
            client.send([UInt8](repeating: UInt8(ascii: "x"), count: LineBuffer.longestLine + 1) + [UInt8(ascii: "\n")])
            client.send("{\"id\":\"last\",\"do\":\"pending\"}\n")
            let lines = try await client.lines(103)
            #expect(lines.count == 103)
            #expect(lines.dropLast().allSatisfy { $0["error"]?["message"] != nil && $0["ok"] == nil })
            #expect(lines.last?["id"] == .string("last") && lines.last?["ok"] != nil)
        }
    }

    @Test("An error has the identifier of its request, also where the request has no command")
    func identifiers() async throws {
        try await listening(store, at: folder.socket) { [folder] in
            let client = try RawClient(folder.socket)
            let lines = [
                "{\"v\":2,\"id\":5,\"do\":\"time\"}", "{\"id\":5}", "{\"id\":5,\"do\":7}", "{\"id\":5,\"do\":\"none\"}",
            ]
            for line in lines { client.send(line + "\n") }
            let answers = try await client.lines(lines.count)
            #expect(answers.map { $0["id"] } == [JSONValue](repeating: .number("5"), count: lines.count))
            #expect(answers.allSatisfy { $0["error"] != nil })
        }
    }

    @Test("A price that cannot be signed is rejected", arguments: ["-1", "1000000000001", "1e100"])
    func prices(price: String) async throws {
        try await store.buyElsewhere("gold")
        try await listening(store, at: folder.socket) { [folder] in
            let client = try SteeringClient(folder.socket)
            await #expect(throws: BackendFailure.self) {
                try await client.request("price", ["subscription": .string("gold"), "price": .number(price)])
            }
        }
    }

    @Test("Fifty clients are answered, each in its own order, while ten others are cut off in the middle of a line")
    func manyClients() async throws {
        try await listening(store, at: folder.socket) { [folder] in
            try await withThrowingTaskGroup(of: [Bool].self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        let client = try RawClient(folder.socket)
                        client.send((0..<40).map { "{\"id\":\($0),\"do\":\"pending\"}\n" }.joined())
                        let lines = try await client.lines(40)
                        return (0..<40).map { $0 < lines.count && lines[$0]["id"] == .number("\($0)") }
                    }
                }
                for _ in 0..<10 {
                    let client = try RawClient(folder.socket)
                    client.send("{\"do\":\"pending\"}\n{\"do\":\"pen")
                }
                for try await answers in group { #expect(answers.count == 40 && answers.allSatisfy { $0 }) }
            }
        }
    }

    @Test("A client that watches and never reads holds up nobody, and learns how much it has missed")
    func slowWatcher() async throws {
        try await listening(store, at: folder.socket) { [store, folder] in
            let watcher = try SteeringClient(folder.socket)
            _ = try await watcher.request("watch")
            let other = try SteeringClient(folder.socket)
            for _ in 0..<12_000 { await store.setOnline(true) }
            _ = try await other.request("pending")
            var count = 0
            var missed = 0
            while count + missed < 12_000, let event = try await watcher.nextEvent() {
                if event["what"] == .string("missed"), case .number(let digits)? = event["value"]?["count"] {
                    missed += Int(digits) ?? 0
                } else {
                    count += 1
                }
            }
            #expect(count + missed == 12_000 && missed > 0 && count > 8_000)
        }
    }

    @Test("The requests of a client that does not read wait, and are carried out when it reads or has left")
    func unread() async throws {
        for _ in 0..<1_000 { try await store.buyElsewhere("coins") }
        try await listening(store, at: folder.socket) { [store, folder] in
            let other = try SteeringClient(folder.socket)
            do {
                let client = try RawClient(folder.socket)
                let page = "{\"do\":\"transactions\",\"limit\":1000}\n"
                client.send(String(repeating: page, count: 30) + "{\"do\":\"grace\",\"on\":true}\n")
                for _ in 0..<20 { _ = try await other.request("time") }
                #expect(await !store.settings.hasBillingGracePeriod, "9 MB of answers are not in memory")
                withExtendedLifetime(client) {}
            }
            while await !store.settings.hasBillingGracePeriod { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test("What happens is told in its order, to each client that watches")
    func watching() async throws {
        try await listening(store, at: folder.socket) { [store, folder] in
            let clients = [try SteeringClient(folder.socket), try SteeringClient(folder.socket)]
            for client in clients { _ = try await client.request("watch") }
            await store.updateSettings { $0.asksToBuy = true }
            try await store.submit([payment(1, "gold")])
            try await store.approveAll()
            await store.setFaults(FaultPlan(defects: [.finishNotTaken: 1]))
            await store.setOnline(false)
            for client in clients {
                var reported: [JSONValue] = []
                while reported.last != .string("network"), let event = try await client.nextEvent() {
                    reported.append(event["what"] ?? .null)
                }
                #expect(
                    reported
                        == [
                            "settings", "paymentWaits", "paymentAnswered", "subscription", "transaction",
                            "notification",
                            "faults", "network",
                        ].map { .string($0) })
            }
        }
    }

    @Test("A watcher gets a notification with its content")
    func notifications() async throws {
        try await listening(store, at: folder.socket) { [store, folder] in
            let client = try SteeringClient(folder.socket)
            _ = try await client.request("watch")
            let bought = try await store.buyElsewhere("gold")
            while let event = try await client.nextEvent() {
                guard event["what"] == .string("notification") else { continue }
                let value = try #require(event["value"])
                #expect(value["type"] == .string("SUBSCRIBED") && value["subtype"] == .string("INITIAL_BUY"))
                #expect(value["product"] == .string("gold") && value["environment"] != nil && value["bundleID"] != nil)
                #expect(value["transactionInfo"]?["id"] == .string(bought.id))
                #expect(value["jws"] == nil, "the App Store does not sign")
                break
            }
        }
    }

    @Test("When the listening ends, connections end and the socket is gone; then somebody else may listen there")
    func ending() async throws {
        let client = try await listening(store, at: folder.socket) { [folder] in
            let client = try SteeringClient(folder.socket)
            _ = try await client.request("pending")
            return client
        }
        await #expect(throws: BackendFailure.self) { try await client.request("pending") }
        #expect(!FileManager.default.fileExists(atPath: folder.socket))
        #expect(throws: BackendFailure.self) { try SteeringConnection(to: folder.socket) }
        try await listening(store, at: folder.socket) { [folder] in
            _ = try await SteeringClient(folder.socket).request("pending")
        }
    }
}

@Suite("Where an App Store listens", .timeLimit(.minutes(30)))
struct ListeningSocketTests {
    private let folder: SocketFolder

    init() throws { folder = try SocketFolder() }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("The socket is for its user only, and a second one at the path is rejected while it listens")
    func ownership() throws {
        let socket = try ListeningSocket(at: folder.socket)
        #expect(try mode(folder.socket) == 0o600)
        #expect(throws: BackendFailure.self) { try ListeningSocket(at: folder.socket) }
        socket.end()
    }

    @Test("A folder in which others may write is rejected", arguments: [0o770, 0o707, 0o1777])
    func openFolder(mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
        #expect(throws: BackendFailure.self) { try ListeningSocket(at: folder.socket) }
        #expect(!FileManager.default.fileExists(atPath: folder.socket))
    }

    @Test("A file that is no socket stays, and a path that is too long is rejected")
    func otherFiles() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.socket))
        #expect(throws: BackendFailure.self) { try ListeningSocket(at: folder.socket) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.socket)) == Data("mine".utf8))
        let long = folder.path + "/" + String(repeating: "x", count: 120)
        #expect(throws: BackendFailure.self) { try ListeningSocket(at: long) }
    }

    @Test("A socket that a killed process has left behind is replaced")
    func stale() async throws {
        do {
            // The lock goes with the value; the socket stays, as after a kill.
            let left = try ListeningSocket(at: folder.socket)
            #expect(left.path == folder.socket)
        }
        #expect(FileManager.default.fileExists(atPath: folder.socket))
        let store = EmbeddedAppStore(catalog: .sample(), clock: VirtualClock())
        try await listening(store, at: folder.socket) { [folder] in
            _ = try await SteeringClient(folder.socket).request("help")
        }
    }
}
