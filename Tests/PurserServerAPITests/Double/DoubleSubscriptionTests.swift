#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserTesting
    import PurserVerification
    import Testing

    @Suite("Apple's server, simulated: subscriptions and refunds", .timeLimit(.minutes(30)))
    struct DoubleSubscriptionTests {
        @Test("The status of every line is what the account says: active, expired, in retry, in grace, revoked")
        func statuses() async throws {
            let bench = try await ServerBench()
            let store = bench.store
            let gold = try await store.buyElsewhere("gold")
            let other = try await store.buyElsewhere("other")
            func check() async throws {
                let statuses = try await bench.client.getAllSubscriptionStatuses(
                    of: gold.id
                ).verified(by: bench.verifier())
                let lines = await store.subscriptions
                #expect(statuses.value.count == lines.count)
                for line in lines {
                    let reported = try #require(statuses.value.first { $0.originalTransactionID == line.id })
                    #expect(reported.status == line.state && reported.groupID == line.groupID)
                    #expect(try reported.transaction.storeTransaction().unsigned == line.transaction.unsigned)
                    #expect(try reported.renewalInfo.storeRenewalInfo().unsigned == line.renewalInfo.unsigned)
                }
            }
            try await check()
            try await store.setPaymentsFail(true, for: "other")
            bench.advance(days: 8)
            try await check()
            await store.updateSettings { $0.hasBillingGracePeriod = true }
            try await store.setPaymentsFail(true, for: "gold")
            bench.advance(days: 26)
            try await check()
            try await store.refund(gold.id)
            try await store.expire("other")
            try await check()
            let answer = try await bench.client.getAllSubscriptionStatuses(of: other.id, in: [.expired])
            #expect(answer.groups.flatMap(\.lastTransactions).map(\.status) == [.expired])
        }

        @Test("An extension moves the end, is told, and is refused a third time, in a trial, and of what is over")
        func extending() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let gold = try await bench.store.buyElsewhere("gold")
            let end = try #require(gold.expirationDate)
            func extend(_ id: String, days: Int = 10) async throws -> Date? {
                try await bench.client.extendSubscriptionRenewalDate(
                    of: id, .init(days: days, reason: .serviceIssue, requestID: "outage")
                ).effectiveDate
            }
            #expect(try await extend(gold.id) == end.addingTimeInterval(864_000))
            #expect(try await extend(gold.id) == end.addingTimeInterval(1_728_000))
            #expect(await failure { try await extend(gold.id) }?.serverCode?.name == "subscriptionMaxExtension")
            #expect(await failure { try await extend("5") }?.serverCode == .originalTransactionIdNotFound)
            let other = try await bench.store.buyElsewhere("other")
            try await bench.store.expire("other")
            #expect(await failure { try await extend(other.id) }?.serverCode?.name == "subscriptionExtensionIneligible")
            let trial = try await ServerBench(asked: .sandbox)
            let silver = try await trial.store.buyElsewhere("silver")
            #expect(
                await failure {
                    try await trial.client.extendSubscriptionRenewalDate(
                        of: silver.id, .init(days: 1, reason: .other, requestID: "1"))
                }?.serverCode?.name == "subscriptionExtensionIneligible")
        }

        @Test("An extension of all reaches every customer, and its summary is told once, over all of them")
        func extendingAll() async throws {
            let bench = try await ServerBench(customers: 5, asked: .sandbox)
            for store in bench.stores { _ = try await store.buyElsewhere("gold") }
            try await bench.stores[4].setPaymentsFail(true, for: "gold")
            bench.advance(days: 32)
            let ends = await ends(bench)
            let request = UUID().uuidString.lowercased()
            let body = RenewalExtensionRequest(days: 3, reason: .serviceIssue, requestID: request)
            for _ in 1...2 {
                let answer = try await bench.client.extendRenewalDateForAllActiveSubscribers(to: "gold", body)
                #expect(answer.requestID == request)
            }
            let later = await self.ends(bench)
            #expect(zip(ends, later).prefix(4).allSatisfy { $1 == $0.addingTimeInterval(3 * 86_400) })
            #expect(ends[4] == later[4])
            let status = try await bench.client.getStatusOfSubscriptionRenewalDateExtensions(
                to: "gold", requestID: request)
            #expect(status.succeededCount == 4 && status.failedCount == 1 && status.isComplete == true)
            var reported: [String] = []
            let now = bench.clock.currentDate()
            var query = NotificationHistoryRequest(from: now.addingTimeInterval(-1), to: now.addingTimeInterval(60))
            query.type = .init(rawValue: "RENEWAL_EXTENSION")
            for try await page in try bench.client.notificationHistory(query).verified(by: bench.verifier()) {
                reported += page.items.map { $0.payload.subtype?.rawValue ?? "" }
            }
            #expect(reported.sorted() == ["FAILURE", "SUMMARY"])
            #expect(
                await failure {
                    try await bench.client.getStatusOfSubscriptionRenewalDateExtensions(
                        to: "gold", requestID: UUID().uuidString)
                }?.serverCode?.name == "statusRequestNotFound")
        }

        private func ends(_ bench: ServerBench) async -> [Date] {
            var ends: [Date] = []
            for store in bench.stores { ends.append(await store.subscription("gold")?.periodEnd ?? .distantPast) }
            return ends
        }

        @Test(
            "A refund is decided as the app's server prefers: all of it, a part, nothing",
            arguments: [
                (ConsumptionAnswer.Preference.grantFull, Decimal(100)), (.grantProrated, 75), (.decline, nil),
            ] as [(ConsumptionAnswer.Preference, Decimal?)])
        func consumption(preference: ConsumptionAnswer.Preference, percentage: Decimal?) async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let coins = try await bench.store.buyElsewhere("coins", quantity: 4)
            try await bench.server.requestRefund(of: coins.id)
            #expect(await bench.server.openRefunds == [coins.id])
            let answer = ConsumptionAnswer(
                customerConsented: true, delivery: .delivered, consumedThousandths: 25_000, preference: preference)
            try await bench.client.sendConsumptionInformation(answer, for: coins.id)
            #expect(await bench.server.openRefunds.isEmpty)
            let after = try #require(await bench.store.transactions.first)
            #expect(after.revocationPercentage == percentage)
            let reported = Lock<[String]>([])
            await bench.server.deliverNotifications { notification in
                reported.withLock { $0.append(notification.notification.type) }
                return 200
            }
            #expect(
                reported.withLock { $0 } == [
                    "ONE_TIME_CHARGE", "CONSUMPTION_REQUEST", percentage == nil ? "REFUND_DECLINED" : "REFUND",
                ])
        }

        @Test("Of a subscription the rest of the period is paid back, and silence is decided when its time is over")
        func silence() async throws {
            let bench = try await ServerBench(asked: .sandbox) { $0.refundWithoutAnswer = .prorated }
            let other = try await bench.store.buyElsewhere("other")
            bench.advance(.seconds(86_400 * 7 / 2))
            try await bench.server.requestRefund(of: other.id)
            bench.advance(.seconds(299))
            await bench.server.settleRefunds()
            #expect(await bench.server.openRefunds == [other.id])
            bench.advance(.seconds(1))
            // Any request decides what is due.
            _ = try await bench.client.getTransactionInfo(other.id)
            let percentage = try #require(await bench.store.transactions.first?.revocationPercentage)
            #expect(percentage > 49 && percentage < 50)
            #expect(await bench.store.subscription("other")?.willAutoRenew == false)
        }

        @Test("Answers that Apple would not take are refused with its codes")
        func refusedAnswers() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let lamp = try await bench.store.buyElsewhere("lamp")
            let answer = ConsumptionAnswer(customerConsented: true, delivery: .delivered)
            #expect(
                await failure { try await bench.client.sendConsumptionInformation(answer, for: lamp.id) }?.serverCode
                    == .invalidTransactionTypeNotSupported)
            let gold = try await bench.store.buyElsewhere("gold")
            #expect(
                await failure {
                    try await bench.client.sendConsumptionData(.init(customerConsented: true), for: gold.id)
                }?.serverCode?.name == "invalidTransactionNotConsumable")
            try await bench.client.sendConsumptionInformation(answer, for: gold.id)
            // What cannot be used up is decided without asking.
            try await bench.server.requestRefund(of: lamp.id)
            #expect(await bench.store.transactions.first?.revocationPercentage == 100)
            await #expect(throws: BackendFailure.self) { try await bench.server.requestRefund(of: "5") }
        }
    }
#endif
