#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import Testing

    @testable import PurserServerAPI

    @Suite("What answers say")
    struct AnswerTests {
        private func client(_ text: String) throws -> ServerAPIClient {
            try ClientBench(ScriptedTransport(ScriptedAnswer(200, text))).client
        }

        @Test("States of subscriptions")
        func statuses() async throws {
            let text = #"""
                {"environment":"Production","bundleId":"b","appAppleId":5,"new":1,"data":[{"subscriptionGroupIdentifier":"g",
                "lastTransactions":[{"status":9,"originalTransactionId":"1","signedTransactionInfo":"t","signedRenewalInfo":"r","x":[2]}]}]}
                """#
            let answer = try await client(text).getAllSubscriptionStatuses(of: "1")
            let last = try #require(answer.groups.first?.lastTransactions.first)
            #expect(answer.bundleID == "b" && answer.appID == 5 && answer.value.environment == .production)
            #expect(last.status?.rawValue == 9, "An unknown value is kept.")
            #expect(last.originalTransactionID == "1" && last.signedTransaction == "t" && last.signedRenewalInfo == "r")
            #expect(answer.unknownFields == #"{"new":1}"# && last.unknownFields == #"{"x":[2]}"#)
        }

        @Test("Notifications with their attempts")
        func notifications() async throws {
            let text = #"""
                {"hasMore":false,"notificationHistory":[{"signedPayload":"n","sendAttempts":[
                {"attemptDate":1700000000123,"sendAttemptResult":"NEW_RESULT"},{"attemptDate":1700000001000,"sendAttemptResult":"SUCCESS"}]}]}
                """#
            let date = Date(timeIntervalSince1970: 0)
            let answer = try await client(text).getNotificationHistory(.init(from: date, to: Date()))
            let sent = try #require(answer.notifications.first)
            #expect(sent.signedPayload == "n" && sent.sendAttempts.map(\.result) == ["NEW_RESULT", "SUCCESS"])
            #expect(sent.sendAttempts.first?.date == Date(timeIntervalSince1970: 1_700_000_000.123))
        }

        @Test("Extensions, orders, tests, messages")
        func others() async throws {
            let extended = try await client(
                #"{"originalTransactionId":"1","webOrderLineItemId":"w","success":true,"effectiveDate":1700000000000}"#
            ).extendSubscriptionRenewalDate(of: "1", .init(days: 1, reason: .other, requestID: "r"))
            #expect(extended.isExtended == true && extended.webOrderLineItemID == "w")
            #expect(extended.effectiveDate == Date(timeIntervalSince1970: 1_700_000_000))
            let mass = try await client(
                #"{"requestIdentifier":"r","complete":true,"completeDate":1,"succeededCount":3,"failedCount":2}"#
            )
            .getStatusOfSubscriptionRenewalDateExtensions(to: "gold", requestID: "r")
            #expect(
                mass.isComplete == true && mass.succeededCount == 3 && mass.failedCount == 2 && mass.requestID == "r")
            let order = try await client(#"{"status":0,"signedTransactions":["a","b"]}"#).lookUpOrderId("M1")
            #expect(order.status == 0 && order.signedTransactions == ["a", "b"])
            #expect(try await client(#"{"testNotificationToken":"t"}"#).requestTestNotification().token == "t")
            let id = UUID()
            let images = try await client(
                #"{"imageIdentifiers":[{"imageIdentifier":"\#(id.uuidString)","imageState":"PENDING"}]}"#
            ).getImageList()
            #expect(images.images.map(\.id) == [id] && images.images.map(\.state) == ["PENDING"])
            let messages = try await client(
                #"{"messageIdentifiers":[{"messageIdentifier":"\#(id.uuidString)","messageState":"APPROVED"}]}"#
            ).getMessageList()
            #expect(messages.messages.map(\.id) == [id])
            let result = try await client(
                #"{"config":{"totalRequests":100},"result":"PASS","successRate":98,"responseTimes":{"p50":12},"failures":{"TIMED_OUT":2}}"#
            ).getPerformanceTestResults("q")
            #expect(
                result.configuration?.totalRequests == 100 && result.result == "PASS" && result.successPercentage == 98)
            #expect(result.responseTimes?.median == 12 && result.failures == ["TIMED_OUT": 2])
        }

        @Test("Members that are absent or null are nil or empty")
        func absent() async throws {
            let page = try await client(#"{"hasMore":false,"signedTransactions":null}"#).getTransactionHistory(of: "1")
            #expect(
                page.signedTransactions.isEmpty && page.revision == nil && !page.hasMore && page.unknownFields == nil)
        }
    }
#endif
