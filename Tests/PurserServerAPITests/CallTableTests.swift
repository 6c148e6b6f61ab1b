#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserVerification
    import Testing

    @testable import PurserServerAPI

    /// A call, and the request that it must send.
    struct ExpectedCall: Sendable, CustomTestStringConvertible {
        let call: ServerAPICall
        /// Method, path with query, and body.
        let request: String
        let make: @Sendable (ServerAPIClient) async throws -> Void

        var testDescription: String { request }

        init(
            _ call: ServerAPICall, _ request: String, _ make: @escaping @Sendable (ServerAPIClient) async throws -> Void
        ) {
            (self.call, self.request, self.make) = (call, request, make)
        }
    }

    @Suite("What each call sends")
    struct CallTableTests {
        private static let id = UUID(uuid: (0xAB, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
        private static let text = "ab010203-0405-0607-0809-0a0b0c0d0e0f"
        private static let date = Date(timeIntervalSince1970: 1_700_000_000.123)
        private static let reason = RenewalExtensionRequest(days: 30, reason: .serviceIssue, requestID: "r1")
        private static var history: TransactionHistoryRequest {
            var request = TransactionHistoryRequest()
            request.startDate = date
            request.endDate = date.addingTimeInterval(1)
            request.productIDs = ["a", "b c&d=ä"]
            request.productTypes = [.consumable, .autoRenewable]
            request.subscriptionGroupIDs = ["7"]
            request.ownershipType = .purchased
            request.revoked = false
            request.order = .descending
            return request
        }
        private static var notifications: NotificationHistoryRequest {
            var request = NotificationHistoryRequest(from: date, to: date.addingTimeInterval(1))
            request.type = .subscribed
            request.subtype = .init(rawValue: "INITIAL_BUY")
            request.onlyFailures = true
            return request
        }
        private static var message: RetentionMessage {
            var message = RetentionMessage(header: "Stay", body: "Please", image: .init(id, alternativeText: "A pond"))
            message.headerPosition = "ABOVE_IMAGE"
            message.bulletPoints = [.init("Fish", image: .init(id, alternativeText: "A fish"))]
            return message
        }
        private static var old: OldConsumptionAnswer {
            var answer = OldConsumptionAnswer(customerConsented: true)
            answer.playTime = 3
            return answer
        }

        static let calls: [ExpectedCall] = [
            .init(
                .extendRenewalDateForAllActiveSubscribers,
                #"POST /inApps/v1/subscriptions/extend/mass {"extendByDays":30,"extendReasonCode":3,"productId":"gold","requestIdentifier":"r1","storefrontCountryCodes":["DEU","USA"]}"#
            ) {
                _ = try await $0.extendRenewalDateForAllActiveSubscribers(
                    to: "gold", reason, storefronts: ["DEU", "USA"])
            },
            .init(
                .extendSubscriptionRenewalDate,
                #"PUT /inApps/v1/subscriptions/extend/12 {"extendByDays":30,"extendReasonCode":3,"requestIdentifier":"r1"}"#
            ) { _ = try await $0.extendSubscriptionRenewalDate(of: "12", reason) },
            .init(.getAllSubscriptionStatuses, "GET /inApps/v1/subscriptions/12?status=1&status=4 ") {
                _ = try await $0.getAllSubscriptionStatuses(of: "12", in: [.init(rawValue: 1), .init(rawValue: 4)])
            },
            .init(.getRefundHistory, "GET /inApps/v2/refund/lookup/12?revision=a%2Bb%3D%3D ") {
                _ = try await $0.getRefundHistory(of: "12", after: "a+b==")
            },
            .init(
                .getStatusOfSubscriptionRenewalDateExtensions, "GET /inApps/v1/subscriptions/extend/mass/gold/\(text) "
            ) {
                _ = try await $0.getStatusOfSubscriptionRenewalDateExtensions(to: "gold", requestID: text)
            },
            .init(.getTestNotificationStatus, "GET /inApps/v1/notifications/test/t_1 ") {
                _ = try await $0.getTestNotificationStatus("t_1")
            },
            .init(
                .getTransactionHistory,
                "GET /inApps/v2/history/12?revision=r&startDate=1700000000123&endDate=1700000001123&productId=a&productId=b%20c%26d%3D%C3%A4&productType=CONSUMABLE&productType=AUTO_RENEWABLE&subscriptionGroupIdentifier=7&inAppOwnershipType=PURCHASED&revoked=false&sort=DESCENDING "
            ) { _ = try await $0.getTransactionHistory(of: "12", after: "r", request: history) },
            .init(.getTransactionHistory, "GET /inApps/v1/history/12 ") {
                _ = try await $0.getTransactionHistory(of: "12", version: .v1)
            },
            .init(.getTransactionInfo, "GET /inApps/v1/transactions/12 ") { _ = try await $0.getTransactionInfo("12") },
            .init(.lookUpOrderId, "GET /inApps/v1/lookup/M12 ") { _ = try await $0.lookUpOrderId("M12") },
            .init(.requestTestNotification, "POST /inApps/v1/notifications/test ") {
                _ = try await $0.requestTestNotification()
            },
            .init(
                .getNotificationHistory,
                #"POST /inApps/v1/notifications/history?paginationToken=p {"endDate":1700000001123,"notificationSubtype":"INITIAL_BUY","notificationType":"SUBSCRIBED","onlyFailures":true,"startDate":1700000000123}"#
            ) { _ = try await $0.getNotificationHistory(notifications, after: "p") },
            .init(
                .sendConsumptionData,
                #"PUT /inApps/v1/transactions/consumption/12 {"appAccountToken":"","customerConsented":true,"playTime":3,"sampleContentProvided":false}"#
            ) { try await $0.sendConsumptionData(old, for: "12") },
            .init(
                .sendConsumptionInformation,
                #"PUT /inApps/v2/transactions/consumption/12 {"consumptionPercentage":50000,"customerConsented":true,"deliveryStatus":"DELIVERED","refundPreference":"GRANT_PRORATED","sampleContentProvided":true}"#
            ) {
                let answer = ConsumptionAnswer(
                    customerConsented: true, delivery: .delivered, sampleContentProvided: true,
                    consumedThousandths: 50_000, preference: .grantProrated, productType: .consumable)
                try await $0.sendConsumptionInformation(answer, for: "12")
            },
            .init(
                .setAppAccountToken,
                #"PUT /inApps/v1/transactions/12/appAccountToken {"appAccountToken":"\#(text)"}"#
            ) { try await $0.setAppAccountToken(id, of: "12") },
            .init(.uploadImage, "PUT /inApps/v1/messaging/image/\(text)?imageSize=FULL_SIZE PNG") {
                try await $0.uploadImage(Data("PNG".utf8), as: id, size: "FULL_SIZE")
            },
            .init(.deleteImage, "DELETE /inApps/v1/messaging/image/\(text) ") { try await $0.deleteImage(id) },
            .init(.getImageList, "GET /inApps/v1/messaging/image/list ") { _ = try await $0.getImageList() },
            .init(
                .uploadMessage,
                #"PUT /inApps/v1/messaging/message/\#(text) {"body":"Please","bulletPoints":[{"altText":"A fish","imageIdentifier":"\#(text)","text":"Fish"}],"header":"Stay","headerPosition":"ABOVE_IMAGE","image":{"altText":"A pond","imageIdentifier":"\#(text)"}}"#
            ) { try await $0.uploadMessage(message, as: id) },
            .init(.deleteMessage, "DELETE /inApps/v1/messaging/message/\(text) ") { try await $0.deleteMessage(id) },
            .init(.getMessageList, "GET /inApps/v1/messaging/message/list ") { _ = try await $0.getMessageList() },
            .init(
                .configureDefaultMessage,
                #"PUT /inApps/v1/messaging/default/gold/en-US {"messageIdentifier":"\#(text)"}"#
            ) { try await $0.configureDefaultMessage(id, for: "gold", locale: "en-US") },
            .init(.deleteDefaultMessage, "DELETE /inApps/v1/messaging/default/gold/en-US ") {
                try await $0.deleteDefaultMessage(for: "gold", locale: "en-US")
            },
            .init(.getDefaultMessage, "GET /inApps/v1/messaging/default/gold/en-US ") {
                _ = try await $0.getDefaultMessage(for: "gold", locale: "en-US")
            },
            .init(
                .configureRealtimeURL, #"PUT /inApps/v1/messaging/realtime/url {"realtimeURL":"https://example.com/m"}"#
            ) { try await $0.configureRealtimeURL(try #require(URL(string: "https://example.com/m"))) },
            .init(.deleteRealtimeURL, "DELETE /inApps/v1/messaging/realtime/url ") { try await $0.deleteRealtimeURL() },
            .init(.getRealtimeURL, "GET /inApps/v1/messaging/realtime/url ") { _ = try await $0.getRealtimeURL() },
            .init(
                .initiatePerformanceTest, #"POST /inApps/v1/messaging/performanceTest {"originalTransactionId":"12"}"#
            ) { _ = try await $0.initiatePerformanceTest(of: "12") },
            .init(.getPerformanceTestResults, "GET /inApps/v1/messaging/performanceTest/result/q1 ") {
                _ = try await $0.getPerformanceTestResults("q1")
            },
            .init(.getAppTransactionInfo, "GET /inApps/v1/transactions/appTransactions/12 ") {
                _ = try await $0.getAppTransactionInfo("12")
            },
            .init(.finishTransaction, "POST /inApps/v1/transactions/12/finish ") {
                try await $0.finishTransaction("12")
            },
        ]

        @Test(
            "Each call sends the method, the path, the query and the body of Apple's table, byte by byte",
            arguments: calls)
        func request(expected: ExpectedCall) async throws {
            let bench = try ClientBench(ScriptedTransport())
            try await expected.make(bench.client)
            #expect(bench.transport.requests.count == 1)
            let request = try #require(bench.transport.requests.first)
            let address = "https://api.storekit.apple.com"
            #expect(request.url.absoluteString.hasPrefix(address))
            let target = request.url.absoluteString.dropFirst(address.count)
            let body = String(decoding: request.body ?? Data(), as: UTF8.self)
            #expect("\(request.method) \(target) \(body)" == expected.request)
            var headers = ["Authorization": "Bearer \(request.token)", "Accept": "application/json"]
            if request.body != nil { headers["Content-Type"] = body == "PNG" ? "image/png" : "application/json" }
            #expect(request.headers == headers && !request.token.isEmpty)
            #expect(!request.followsRedirections && request.isSentOnce == (expected.call.effect == .acts))
        }

        @Test("All 30 calls are in the table, and each is made by a method")
        func complete() {
            #expect(ServerAPICall.all.count == 30)
            #expect(Set(ServerAPICall.all) == Set(Self.calls.map(\.call)))
            #expect(Set(ServerAPICall.all.map(\.name)).count == 30)
        }

        @Test(
            "Every call rejects an identifier that is empty or would lead elsewhere, before it is sent",
            arguments: [
                "", "a/b", "a?b", "a%2Fb", "a\nb", "a\r\nb", "a#b", "a b", ".", "..", "ä",
                String(repeating: "1", count: 256),
            ])
        func identifiers(id: String) async throws {
            let bench = try ClientBench(ScriptedTransport())
            let client = bench.client
            let extended = RenewalExtensionRequest(days: 1, reason: .other, requestID: id)
            let answer = ConsumptionAnswer(customerConsented: true, delivery: .delivered)
            var notifications = NotificationHistoryRequest(from: Self.date, to: Self.date.addingTimeInterval(1))
            notifications.transactionID = id
            let calls: [() async throws -> Any] = [
                { try await client.extendRenewalDateForAllActiveSubscribers(to: id, Self.reason) },
                { try await client.extendRenewalDateForAllActiveSubscribers(to: "gold", extended) },
                { try await client.extendSubscriptionRenewalDate(of: id, Self.reason) },
                { try await client.extendSubscriptionRenewalDate(of: "1", extended) },
                { try await client.getAllSubscriptionStatuses(of: id) },
                { try await client.getRefundHistory(of: id) },
                { try await client.getStatusOfSubscriptionRenewalDateExtensions(to: "gold", requestID: id) },
                { try await client.getStatusOfSubscriptionRenewalDateExtensions(to: id, requestID: "r") },
                { try await client.getTestNotificationStatus(id) }, { try await client.getTransactionHistory(of: id) },
                { try await client.getTransactionInfo(id) }, { try await client.lookUpOrderId(id) },
                { try await client.getNotificationHistory(notifications) },
                { try await client.sendConsumptionData(Self.old, for: id) },
                { try await client.sendConsumptionInformation(answer, for: id) },
                { try await client.setAppAccountToken(Self.id, of: id) },
                { try await client.configureDefaultMessage(Self.id, for: id, locale: "en") },
                { try await client.configureDefaultMessage(Self.id, for: "gold", locale: id) },
                { try await client.deleteDefaultMessage(for: id, locale: "en") },
                { try await client.deleteDefaultMessage(for: "gold", locale: id) },
                { try await client.getDefaultMessage(for: id, locale: "en") },
                { try await client.getDefaultMessage(for: "gold", locale: id) },
                { try await client.initiatePerformanceTest(of: id) },
                { try await client.getPerformanceTestResults(id) }, { try await client.getAppTransactionInfo(id) },
                { try await client.finishTransaction(id) },
            ]
            for (number, call) in calls.enumerated() {
                #expect(await failure(call)?.code == .invalidRequest, "\(number)")
            }
            var pages = client.transactionHistory(of: id).makeAsyncIterator()
            #expect(await failure { try await pages.next() }?.code == .invalidRequest)
            #expect(bench.transport.requests.isEmpty)
        }

        @Test("Answers to requests for retention messages have the members that Apple reads")
        func retentionAnswers() {
            let id = Self.id.uuidString.lowercased()
            for (answer, json) in [
                (RetentionAnswer.message(Self.id), #"{"message":{"messageIdentifier":"\#(id)"}}"#),
                (
                    .alternateProduct("p", billedBy: .monthly, message: Self.id),
                    #"{"alternateProduct":{"billingPlanType":"MONTHLY","messageIdentifier":"\#(id)","productId":"p"}}"#
                ),
                (
                    .promotionalOffer(compactJWS: "a.b.c", message: Self.id),
                    #"{"promotionalOffer":{"messageIdentifier":"\#(id)","promotionalOfferSignatureV2":"a.b.c"}}"#
                ),
            ] { #expect(String(decoding: answer.json, as: UTF8.self) == json) }
        }

        @Test("Bodies that Apple would reject are rejected before they are sent")
        func bodies() async throws {
            let bench = try ClientBench(ScriptedTransport())
            let client = bench.client
            let long = String(repeating: "a", count: 200)
            let backwards = NotificationHistoryRequest(from: Self.date, to: Self.date)
            var both = Self.notifications
            both.transactionID = "12"
            let calls: [() async throws -> Any] = [
                {
                    try await client.extendSubscriptionRenewalDate(
                        of: "1", .init(days: 91, reason: .other, requestID: "r"))
                },
                {
                    try await client.extendSubscriptionRenewalDate(
                        of: "1", .init(days: 1, reason: .other, requestID: ""))
                },
                { try await client.extendRenewalDateForAllActiveSubscribers(to: "", Self.reason) },
                { try await client.extendRenewalDateForAllActiveSubscribers(to: "gold", Self.reason, storefronts: []) },
                { try await client.getNotificationHistory(backwards) },
                { try await client.getNotificationHistory(both) },
                { try await client.uploadMessage(RetentionMessage(header: long, body: ""), as: Self.id) },
                { try await client.uploadMessage(RetentionMessage(header: "", body: long), as: Self.id) },
                {
                    try await client.configureRealtimeURL(try #require(URL(string: "https://a.example/" + long + long)))
                },
            ]
            for call in calls { #expect(await failure(call)?.code == .invalidRequest) }
            #expect(bench.transport.requests.isEmpty)
        }
    }
#endif
