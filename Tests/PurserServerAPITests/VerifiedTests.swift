#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserSigning
    import PurserSimulator
    import PurserVerification
    import Testing

    @testable import PurserServerAPI

    @Suite("Answers that are verified", .timeLimit(.minutes(30)))
    struct VerifiedTests {
        private static let authority = Result { try SigningAuthority() }

        /// What the embedded App Store has signed of one subscription.
        private struct Signed {
            let transaction: String
            let renewalInfo: String
            let appTransaction: String
            let notification: String
            let verifier: SignedDataVerifier

            init() async throws {
                let authority = try VerifiedTests.authority.get()
                var settings = SimulatorSettings()
                settings.app = SimulatedApp(bundleID: ClientBench.bundleID, version: "1")
                let appStore = EmbeddedAppStore(
                    catalog: SimulatorCatalog(
                        products: [.simulated("gold", .autoRenewable, price: 5)], settings: settings))
                await appStore.sign(by: authority)
                await appStore.startNotifications()
                let store = try await PurchaseStore.open(backend: appStore)
                transaction = try #require(try await store.purchase("gold").purchase?.transaction.jwsRepresentation)
                appTransaction = try #require(try await store.appTransaction().jwsRepresentation)
                try await store.close()
                let notifications = try await appStore.takeSignedNotifications()
                notification = try #require(notifications.first?.signedPayload)
                verifier = try SignedDataVerifier(
                    authority.accepted(bundleID: ClientBench.bundleID, environments: [.localTesting]))
                let data = try await verifier.verifyNotification(notification)
                renewalInfo = try #require(data.renewalInfo?.jws)
            }
        }

        private func client(_ text: String) throws -> ServerAPIClient {
            try ClientBench(ScriptedTransport { _, _ in ScriptedAnswer(200, text) }).client
        }

        @Test("What is signed in each answer is returned once the verifier has checked it")
        func answers() async throws {
            let signed = try await Signed()
            let (verifier, jws) = (signed.verifier, signed.transaction)
            let info = try await client(#"{"signedTransactionInfo":"\#(jws)"}"#).getTransactionInfo(
                "1"
            ).verified(by: verifier)
            #expect(info.value.payload.productID == "gold" && info.environment == .production)
            let app = try await client(#"{"signedAppTransactionInfo":"\#(signed.appTransaction)"}"#)
                .getAppTransactionInfo("1").verified(by: verifier)
            #expect(app.value.jws == signed.appTransaction)
            let order = try await client(#"{"status":0,"signedTransactions":["\#(jws)","\#(jws)"]}"#)
                .lookUpOrderId("M1").verified(by: verifier)
            #expect(order.value.map(\.jws) == [jws, jws])
            let item =
                #"{"status":1,"originalTransactionId":"1","signedTransactionInfo":"\#(jws)","signedRenewalInfo":"\#(signed.renewalInfo)"}"#
            let states = try await client(
                #"{"data":[{"subscriptionGroupIdentifier":"g","lastTransactions":[\#(item)]}]}"#
            )
            .getAllSubscriptionStatuses(of: "1").verified(by: verifier)
            #expect(states.value.map(\.transaction.jws) == [jws] && states.value.first?.groupID == "g")
            let test = try await client(#"{"signedPayload":"\#(signed.notification)"}"#).getTestNotificationStatus(
                "t"
            ).verified(by: verifier)
            #expect(test.value?.notification.jws == signed.notification)
            #expect(try await client("{}").getTestNotificationStatus("t").verified(by: verifier).value == nil)
        }

        @Test("Pages are verified, and one that does not count ends the sequence")
        func pages() async throws {
            let signed = try await Signed()
            let text = #"{"hasMore":false,"revision":"r","signedTransactions":["\#(signed.transaction)"]}"#
            for try await page in try client(text).transactionHistory(of: "1").verified(by: signed.verifier) {
                #expect(page.items.map(\.jws) == [signed.transaction] && page.page.revision == "r")
            }
            for try await page in try client(text).refundHistory(of: "1").verified(by: signed.verifier) {
                #expect(page.items.count == 1)
            }
            let one = try await client(text).getTransactionHistory(of: "1").verified(by: signed.verifier)
            #expect(one.items.map(\.jws) == [signed.transaction] && one.page.revision == "r")
            let refunds = try await client(text).getRefundHistory(of: "1").verified(by: signed.verifier)
            #expect(refunds.items.map(\.jws) == [signed.transaction] && refunds.environment == .production)
            let history =
                #"{"hasMore":false,"notificationHistory":[{"signedPayload":"\#(signed.notification)","sendAttempts":[]}]}"#
            let request = NotificationHistoryRequest(from: Date(timeIntervalSince1970: 0), to: Date())
            for try await page in try client(history).notificationHistory(request).verified(by: signed.verifier) {
                #expect(page.items.map(\.notification.jws) == [signed.notification])
            }
            let sent = try await client(history).getNotificationHistory(request).verified(by: signed.verifier)
            #expect(sent.items.map(\.notification.jws) == [signed.notification])
            let forged = text.replacingOccurrences(
                of: signed.transaction, with: signed.transaction.dropLast(8) + "AAAAAAAA")
            await #expect(throws: SignedDataFailure.self) {
                for try await _ in try client(forged).transactionHistory(of: "1").verified(by: signed.verifier) {}
            }
            await #expect(throws: SignedDataFailure.self) {
                try await client(forged).getRefundHistory(of: "1").verified(by: signed.verifier)
            }
        }

        @Test("An answer without its signed part is unreadable")
        func missing() async throws {
            let verifier = try await Signed().verifier
            #expect(
                await failure { try await self.client("{}").getTransactionInfo("1").verified(by: verifier) }?.code
                    == .unreadable)
            #expect(
                await failure { try await self.client("{}").getAppTransactionInfo("1").verified(by: verifier) }?.code
                    == .unreadable)
        }

        @Test(
            "A route answers Apple with success once it is recorded, known or unwanted, and otherwise has it sent again"
        )
        func routes() async throws {
            let signed = try await Signed()
            #expect([NotificationAnswer.recorded, .known, .unwanted].allSatisfy { $0.status == 200 })
            #expect(
                NotificationAnswer.notNow.status == 503 && NotificationAnswer(after: CancellationError()) == .notNow)
            let body = Data(#"{"signedPayload":"\#(signed.notification)"}"#.utf8)
            let jws = try NotificationAnswer.signedPayload(in: body)
            _ = try await signed.verifier.verifyNotification(jws)
            for text in ["", "[]", #"{"signedPayload":1}"#, "<html>"] {
                let error = #expect(throws: ServerAPIFailure.self) {
                    try NotificationAnswer.signedPayload(in: Data(text.utf8))
                }
                #expect(NotificationAnswer(after: try #require(error)) == .unreadable)
            }
            let version1 = Data(#"{"notification_type":"DID_RENEW","unified_receipt":{"status":0},"bvrs":"1.0"}"#.utf8)
            let outdated = #expect(throws: ServerAPIFailure.self) { try NotificationAnswer.signedPayload(in: version1) }
            #expect(outdated?.code == .deprecatedVersion && outdated?.message.contains("Choose version 2") == true)
            #expect(NotificationAnswer(after: try #require(outdated)) == .deprecatedVersion)
            let whole = await #expect(throws: SignedDataFailure.self) {
                try await signed.verifier.verifyNotification(String(decoding: version1, as: UTF8.self))
            }
            #expect(NotificationAnswer(after: try #require(whole)) == .deprecatedVersion)
            #expect(NotificationAnswer.deprecatedVersion.status == 400)
            let authority = try Self.authority.get()
            let other = try SignedDataVerifier(
                authority.accepted(bundleID: "com.example.other", environments: [.localTesting]))
            let production = try SignedDataVerifier(
                authority.accepted(bundleID: ClientBench.bundleID, environments: [.sandbox]))
            for (verifier, jws, answer) in [
                (other, jws, NotificationAnswer.unwanted), (production, jws, .unwanted),
                (signed.verifier, jws.dropLast(8) + "AAAAAAAA", .invalid),
                (signed.verifier, "a.b", .unreadable),
            ] {
                let error = await #expect(throws: SignedDataFailure.self) {
                    try await verifier.verifyNotification(String(jws))
                }
                #expect(NotificationAnswer(after: try #require(error)) == answer)
            }
        }

        @Test("A consumption request is taken from its notification, and other notifications are none")
        func consumption() async throws {
            let signed = try await Signed()
            var requests = ConsumptionRequests()
            let isNew = requests.received(try await signed.verifier.verifyNotification(signed.notification))
            #expect(!isNew)
            #expect(requests == ConsumptionRequests())
        }
    }
#endif
