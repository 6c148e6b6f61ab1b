#if Verification
    import Crypto
    import Foundation
    import Purser
    import PurserNetworking
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserVerification
    import Testing

    @Suite("The examples of TalkingToApplesServer.md")
    struct TalkingToAppleExamples {
        private let text = P256.Signing.PrivateKey().pemRepresentation
        private let transactionID = "2000000001"

        private func client(_ answers: AppleAnswers) throws -> ServerAPIClient {
            ServerAPIClient(
                key: try ServerAPIKey(id: "KEY", issuerID: "issuer", pem: text), bundleID: "com.example.garden",
                environment: .production, transport: answers)
        }

        @Test("The key and the client")
        func keyAndClient() async throws {
            let transport = AppleAnswers()

            let key = try ServerAPIKey(id: "2X9R4HXF34", issuerID: "57246542-96fe-1a63-e053-0824d011072a", pem: text)
            let client = ServerAPIClient(
                key: key, bundleID: "com.example.garden", environment: .productionThenSandbox,
                transport: transport,  // not shown
                retries: .default)

            #expect(try await client.getTransactionInfo(transactionID).environment == .production)
        }

        #if Server
            @Test("The transport of a server; nothing is called")
            func serverTransport() throws {
                let key = try ServerAPIKey(id: "KEY", issuerID: "issuer", pem: text)

                let client = ServerAPIClient(
                    key: key, bundleID: "com.example.garden", transport: AsyncHTTPTransport.shared)

                client.close()
            }
        #endif

        @Test("One transaction, and why a call fails")
        func one() async throws {
            let client = try client(AppleAnswers([404: #"{"errorCode":4040010}"#]))

            do {
                let answer = try await client.getTransactionInfo(transactionID)
                print(answer.signedTransaction ?? "", answer.environment)
            } catch let failure as ServerAPIFailure where failure.code == .notFound {
                print(failure)
            }
        }

        @Test("Keys are rotated")
        func rotation() async throws {
            let client = try client(AppleAnswers())
            let next = try ServerAPIKey(id: "NEXT", issuerID: "issuer", pem: text)

            await client.replaceStandByKey(next)

            await client.replaceKey(next)
            await client.replaceStandByKey(nil)
            client.close()
        }

        @Test("After an outage")
        func outage() async throws {
            let client = try client(AppleAnswers([200: #"{"revision":"r2","hasMore":false,"signedTransactions":[]}"#]))
            let authority = try SigningAuthority()
            let verifier = try SignedDataVerifier(authority.accepted(bundleID: "com.example.garden"))
            var stored: String? = "r1"

            for try await page in client.transactionHistory(of: transactionID, after: stored).verified(by: verifier) {
                for transaction in page.items { print(try transaction.storeTransaction().id) }
                stored = page.page.revision
            }

            #expect(stored == "r2")
        }

        @Test("Missed notifications")
        func missed() async throws {
            let client = try client(AppleAnswers([200: #"{"hasMore":false,"notificationHistory":[]}"#]))
            let lastSeen = Date().addingTimeInterval(-3_600)

            var request = NotificationHistoryRequest(from: lastSeen, to: Date())
            request.onlyFailures = true
            for try await page in client.notificationHistory(request) {
                for notification in page.notifications { print(notification.sendAttempts.last?.result ?? "") }
            }
        }

        @Test("A consumption request, from its notification to the answer")
        func consumption() async throws {
            let appStore = try Garden().appStore
            await appStore.updateSettings { $0.app.bundleID = "com.example.garden" }
            let authority = try SigningAuthority()
            let server = try await EmbeddedAppStoreServer(store: appStore, authority: authority)
            let client = ServerAPIClient(
                key: server.key, bundleID: "com.example.garden", environment: .sandbox, transport: server)
            let verifier = try SignedDataVerifier(authority.accepted(bundleID: "com.example.garden"))
            let seeds = try await appStore.buyElsewhere("com.example.garden.seeds.10")
            let consents = [seeds.id]
            try await server.requestRefund(of: seeds.id)
            let posted = Posted()
            await server.deliverNotifications { await posted.add($0.signedPayload) }
            var requests = ConsumptionRequests()
            for jws in await posted.payloads {
                let notification = try await verifier.verifyNotification(jws)

                requests.received(notification)
            }
            #expect(requests.open(at: Date()).map(\.transactionID) == [seeds.id])

            for request in requests.open(at: Date()) {
                if consents.contains(request.transactionID) {
                    let answer = ConsumptionAnswer(
                        customerConsented: true, delivery: .delivered, consumedThousandths: 25_000,
                        preference: .grantProrated,
                        productType: .consumable)
                    try await client.sendConsumptionInformation(answer, for: request.transactionID)
                }
                requests.answered(request.transactionID, at: Date())
            }
            print(requests.missed(at: Date()))

            #expect(requests.open(at: Date()).isEmpty && requests.missed(at: Date()).isEmpty)
            #expect(await appStore.transactions.first?.revocationPercentage == 75)
        }

        @Test("A route for notifications")
        func route() async throws {
            let authority = try SigningAuthority()
            let verifier = try SignedDataVerifier(authority.accepted(bundleID: "com.example.garden"))
            let record: @Sendable (VerifiedNotification) async throws -> Void = { _ in }
            let body = Data(#"{"signedPayload":"forged"}"#.utf8)

            func answer(to body: Data) async -> NotificationAnswer {
                do {
                    let jws = try NotificationAnswer.signedPayload(in: body)
                    try await record(verifier.verifyNotification(jws))
                    return .recorded
                } catch {
                    return NotificationAnswer(after: error)
                }
            }

            #expect(await answer(to: body) == .unreadable)
        }

        @Test("A route for retention messages")
        func retention() async throws {
            let authority = try SigningAuthority()
            var accepted = authority.accepted(bundleID: "com.example.garden")
            accepted.appID = 1234
            let verifier = try SignedDataVerifier(accepted)
            let (plus, monthly) = ("com.example.garden.plus", "com.example.garden.plus.monthly")
            let (goodbye, cheaper) = (UUID(), UUID())

            func message(for body: Data) async throws -> Data {
                let jws = try NotificationAnswer.signedPayload(in: body)
                let request = try await verifier.verifyRetentionRequest(jws).payload
                guard request.productID == plus else { return RetentionAnswer.message(goodbye).json }
                return RetentionAnswer.alternateProduct(monthly, message: cheaper).json
            }

            func posted(_ productID: String, appID: UInt64 = 1234) throws -> Data {
                let jws = try authority.signRetentionRequest(for: "1", of: productID, appID: appID)
                return Data(#"{"signedPayload":"\#(jws)"}"#.utf8)
            }
            let answer = String(decoding: try await message(for: posted(plus)), as: UTF8.self)
            #expect(answer.contains("alternateProduct") && answer.contains(cheaper.uuidString.lowercased()))
            #expect(String(decoding: try await message(for: posted("other")), as: UTF8.self).contains("message"))
            await #expect(throws: SignedDataFailure.self) { try await message(for: posted(plus, appID: 1235)) }
        }

        @Test("Finishing in the environment of the purchase")
        func finishing() async throws {
            let (client, sandboxClient) = (try client(AppleAnswers()), try client(AppleAnswers()))
            let user = UUID()

            let found = try await client.getTransactionInfo(transactionID)
            let owner = found.environment == .sandbox ? sandboxClient : client
            try await owner.setAppAccountToken(user, of: transactionID)
            try await owner.finishTransaction(transactionID)

            #expect(found.environment == .production)
        }

        @Test("Rates")
        func rates() async throws {
            let key = try ServerAPIKey(id: "KEY", issuerID: "issuer", pem: text)

            var options = ServerAPIOptions()
            options.rates = .apple(share: 0.5)
            options.rates[.lookUpOrderId] = 2
            let client = ServerAPIClient(
                key: key, bundleID: "com.example.garden", environment: .production,
                transport: AppleAnswers(),  // not shown
                options: options)

            #expect(try await client.getTransactionInfo(transactionID).environment == .production)
        }

        @Test("The double")
        func double() async throws {
            let plus = "com.example.garden.club.plus.monthly"
            let appStore = try Garden().appStore
            await appStore.updateSettings { $0.app.bundleID = "com.example.garden" }

            let authority = try SigningAuthority()
            let server = try await EmbeddedAppStoreServer(store: appStore, authority: authority)
            let client = ServerAPIClient(
                key: server.key, bundleID: "com.example.garden", environment: .sandbox, transport: server)
            let verifier = try SignedDataVerifier(authority.accepted(bundleID: "com.example.garden"))  // not shown

            let bought = try await appStore.buyElsewhere(plus)
            try await client.finishTransaction(bought.id)
            for try await page in client.transactionHistory(of: bought.id).verified(by: verifier) {
                print(page.items.count)
            }

            #expect(await appStore.unfinishedCount == 0)
            let route: @Sendable (Data) async -> NotificationAnswer = { body in
                do {
                    _ = try await verifier.verifyNotification(NotificationAnswer.signedPayload(in: body))
                    return .recorded
                } catch {
                    return NotificationAnswer(after: error)
                }
            }
            @Sendable func answer(to body: Data) async -> NotificationAnswer { await route(body) }

            let delivery = await server.deliverNotifications { notification in
                await answer(to: notification.body).status
            }
            print(delivery.postedCount, delivery.nextDate ?? "nothing is due")

            #expect(delivery.acceptedCount == 1)
        }

        @Test("A refund that the double decides, and faults")
        func refund() async throws {
            let appStore = try Garden().appStore
            await appStore.updateSettings { $0.app.bundleID = "com.example.garden" }
            let server = try await EmbeddedAppStoreServer(store: appStore, authority: SigningAuthority())
            let client = ServerAPIClient(
                key: server.key, bundleID: "com.example.garden", environment: .sandbox, transport: server)
            let coins = try await appStore.buyElsewhere("com.example.garden.seeds.10")

            try await server.requestRefund(of: coins.id)
            let answer = ConsumptionAnswer(customerConsented: true, delivery: .serverOutage, preference: .grantFull)
            try await client.sendConsumptionInformation(answer, for: coins.id)

            #expect(await appStore.transactions.first?.revocationDate != nil)

            await server.setFaults(.chaos(seed: 42))
        }
    }

    /// The notifications that were posted.
    private actor Posted {
        private(set) var payloads: [String] = []

        func add(_ payload: String) -> Int {
            payloads.append(payload)
            return 200
        }
    }

    /// A server that gives one answer.
    struct AppleAnswers: HTTPTransport {
        private let status: Int
        private let body: String

        init(_ answer: [Int: String] = [200: "{}"]) {
            (status, body) = answer.first.map { ($0.key, $0.value) } ?? (200, "{}")
        }

        func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws {
            try receiver.begins(HTTPResponse(status: status, url: request.url))
            try receiver.receive(Data(body.utf8))
        }
    }
#endif
