#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserTesting
    import PurserVerification
    import Testing

    @Suite("Apple's server, simulated: transactions", .timeLimit(.minutes(30)))
    struct DoubleTransactionTests {
        @Test("A transaction is found by its identifier, is genuine, and says what the account says")
        func info() async throws {
            let bench = try await ServerBench()
            let bought = try await bench.store.buyElsewhere("coins", quantity: 3)
            let answer = try await bench.client.getTransactionInfo(bought.id).verified(by: bench.verifier())
            #expect(answer.environment == .sandbox)
            #expect(try answer.value.storeTransaction().unsigned == bought.unsigned)
        }

        @Test("What is no transaction of this environment is refused by Apple's codes")
        func unknown() async throws {
            let bench = try await ServerBench()
            _ = try await bench.store.buyElsewhere("coins")
            #expect(
                await failure { try await bench.client.getTransactionInfo("5") }?.serverCode == .transactionIdNotFound)
            #expect(
                await failure { try await bench.client.getTransactionInfo("coins") }?.serverCode
                    == ServerAPIFailure.ServerCode(rawValue: 4_000_006))
            #expect(await failure { try await bench.client.getTransactionHistory(of: "5") }?.code == .notFound)
        }

        @Test("Production does not know the sandbox's purchases, nor the sandbox production's")
        func environments() async throws {
            let bench = try await ServerBench(in: .production, asked: .sandbox)
            let bought = try await bench.store.buyElsewhere("coins")
            #expect(
                await failure { try await bench.client.getTransactionInfo(bought.id) }?.serverCode
                    == .transactionIdNotFound)
            let production = ServerAPIClient(
                key: bench.server.key, bundleID: ServerBench.bundleID, transport: bench.server, clock: bench.clock)
            #expect(try await production.getTransactionInfo(bought.id).environment == .production)
        }

        @Test("An app that was never released is answered 401 without a body in production, and found in the sandbox")
        func unreleased() async throws {
            let bench = try await ServerBench()
            await bench.server.setReleased(false)
            let bought = try await bench.store.buyElsewhere("coins")
            #expect(try await bench.client.getTransactionInfo(bought.id).environment == .sandbox)
        }

        @Test("Each customer has a history of their own, however many there are")
        func customers() async throws {
            let bench = try await ServerBench(customers: 30)
            var ids: [String] = []
            for store in bench.stores { ids.append(try await store.buyElsewhere("lamp").id) }
            for id in ids { #expect(try await bench.history(of: id).transactions.map(\.id) == [id]) }
        }

        @Test("Customers whose transactions have the same identifiers are refused")
        func sameIdentifiers() async throws {
            let bench = try await ServerBench()
            var options = EmbeddedAppStoreOptions()
            options.firstTransactionID = 100_000_000
            let twin = EmbeddedAppStore(
                catalog: SimulatorCatalog(products: [.simulated("coins")]), clock: bench.clock, options: options)
            let error = await #expect(throws: BackendFailure.self) { try await bench.server.add(twin) }
            #expect(error?.code == .invalidRequest)
        }

        @Test("A token that is forged, old, of the future, for another app or by a key that was revoked is refused")
        func tokens() async throws {
            let bench = try await ServerBench()
            let id = try await bench.store.buyElsewhere("coins").id
            func client(_ key: ServerAPIKey, _ app: String = ServerBench.bundleID) -> ServerAPIClient {
                ServerAPIClient(
                    key: key, bundleID: app, environment: .sandbox, transport: bench.server, clock: bench.clock,
                    retries: .once)
            }
            let other = try ClientBench.key(bench.server.key.id)
            #expect(await failure { try await client(other).getTransactionInfo(id) }?.code == .unauthorized)
            #expect(
                await failure { try await client(bench.server.key, "com.example.other").getTransactionInfo(id) }?.code
                    == .unauthorized)
            let ahead = VirtualClock()
            ahead.advance(by: .seconds(600))
            let early = ServerAPIClient(
                key: bench.server.key, bundleID: ServerBench.bundleID, environment: .sandbox, transport: bench.server,
                clock: ahead, retries: .once)
            #expect(await failure { try await early.getTransactionInfo(id) }?.code == .unauthorized)
            let second = try ClientBench.key("SECOND")
            await bench.server.accept(second)
            #expect(try await client(second).getTransactionInfo(id).signedTransaction != nil)
            await bench.server.reject(keyID: second.id)
            #expect(await failure { try await client(second).getTransactionInfo(id) }?.code == .unauthorized)
        }

        @Test("An order's number finds its transaction, and any other number finds none")
        func orders() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let bought = try await bench.store.buyElsewhere("gold")
            let order = bench.server.orderID(ofTransaction: bought.id)
            let found = try await bench.client.lookUpOrderId(order)
            #expect(found.status == 0 && found.signedTransactions.count == 1)
            #expect(try await bench.client.lookUpOrderId("MX1").status == 1)
        }

        @Test("Finishing from the server ends the redelivery on every device, and again changes nothing")
        func finishing() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let device = await bench.store.addDevice()
            let bought = try await bench.store.buyElsewhere("coins")
            let lamp = try await bench.store.buyElsewhere("lamp")
            let mailbox = try #require(device.inbox.claim())
            #expect(await bench.store.unfinishedCount == 2)
            for _ in 1...2 { try await bench.client.finishTransaction(bought.id) }
            #expect(await bench.store.unfinishedCount == 1)
            try await device.activate()
            let events = try #require(await mailbox.next()).flatMap { $0 }
            #expect(events.compactMap { $0.transaction?.transaction.id } == [lamp.id])
            #expect(
                await failure { try await bench.client.finishTransaction("5") }?.serverCode == .transactionIdNotFound)
        }

        @Test("A user who is named later stands in the present period and in all that come")
        func naming() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let user = UUID()
            let bought = try await bench.store.buyElsewhere("other")
            bench.advance(days: 8)
            try await bench.client.setAppAccountToken(user, of: bought.id)
            bench.advance(days: 7)
            let history = try await bench.history(of: bought.id).transactions.sorted {
                $0.purchaseDate < $1.purchaseDate
            }
            #expect(history.map(\.appAccountToken) == [nil, user, user])
            let renewal = try #require(history.last).id
            #expect(
                await failure { try await bench.client.setAppAccountToken(user, of: renewal) }?.serverCode?.name
                    == "transactionIdNotOriginalTransactionId")
            try await bench.store.shareWithFamily("lamp")
            let shared = try #require(await bench.store.transactions.last).id
            #expect(
                await failure { try await bench.client.setAppAccountToken(user, of: shared) }?.serverCode?.name
                    == "familyTransactionNotSupported")
        }

        @Test("The copy of the app is genuine, by any of the customer's transactions")
        func app() async throws {
            let bench = try await ServerBench()
            let bought = try await bench.store.buyElsewhere("lamp")
            let app = try await bench.client.getAppTransactionInfo(bought.id).verified(by: bench.verifier())
            #expect(app.payload.bundleID == ServerBench.bundleID)
        }
    }
#endif
