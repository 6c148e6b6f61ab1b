#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserTesting
    import PurserVerification
    import Testing

    @Suite("Apple's server, simulated: notifications", .timeLimit(.minutes(30)))
    struct DoubleNotificationTests {
        private func history(
            _ bench: ServerBench, onlyFailures: Bool = false, of id: String? = nil
        ) async throws -> [SentNotification] {
            let now = bench.clock.currentDate()
            var request = NotificationHistoryRequest(
                from: now.addingTimeInterval(-170 * 86_400), to: now.addingTimeInterval(1))
            request.onlyFailures = onlyFailures
            request.transactionID = id
            var all: [SentNotification] = []
            for try await page in bench.client.notificationHistory(request) { all += page.notifications }
            return all
        }

        @Test("Production posts again after 1, 12, 24, 48 and 72 hours, and the history shows each attempt")
        func repetitions() async throws {
            let bench = try await ServerBench(in: .production, asked: .production)
            _ = try await bench.store.buyElsewhere("coins")
            var pauses: [Double] = []
            var delivery = await bench.server.deliverNotifications { _ in 500 }
            while let next = delivery.nextDate {
                let pause = next.timeIntervalSince(bench.clock.currentDate())
                pauses.append(pause / 3_600)
                bench.advance(.seconds(pause - 1))
                #expect(await bench.server.deliverNotifications { _ in 200 }.postedCount == 0)
                bench.advance(.seconds(1))
                delivery = await bench.server.deliverNotifications { _ in 500 }
                #expect(delivery.postedCount == 1 && delivery.acceptedCount == 0)
            }
            #expect(pauses == [1, 12, 24, 48, 72])
            let sent = try #require(try await history(bench, onlyFailures: true).first)
            #expect(sent.sendAttempts.map(\.result) == Array(repeating: "UNSUCCESSFUL_HTTP_RESPONSE_CODE", count: 6))
        }

        @Test("What is answered with success is not posted again, and the sandbox posts once")
        func once() async throws {
            for environment in [StoreEnvironment.production, .sandbox] {
                let bench = try await ServerBench(in: environment, asked: .productionThenSandbox)
                _ = try await bench.store.buyElsewhere("coins")
                let status = environment == .production ? 200 : 503
                let delivery = await bench.server.deliverNotifications { _ in status }
                #expect(delivery.postedCount == 1 && delivery.nextDate == nil)
                bench.advance(days: 10)
                #expect(await bench.server.deliverNotifications { _ in 200 }.postedCount == 0)
            }
        }

        @Test("The history has pages of 20, each notification once, those of a customer and those that failed")
        func pages() async throws {
            let bench = try await ServerBench(customers: 2, asked: .sandbox)
            var ids: [String] = []
            for (number, store) in bench.stores.enumerated() {
                for _ in 0..<(number == 0 ? 30 : 15) {
                    bench.advance(.seconds(1))
                    ids.append(try await store.buyElsewhere("coins").id)
                }
            }
            let posted = Lock(0)
            await bench.server.deliverNotifications { _ in
                posted.next().isMultiple(of: 3) ? 503 : 200
            }
            let verifier = try bench.verifier()
            var reported: [String] = []
            for sent in try await history(bench) {
                let notification = try await verifier.verifyNotification(try #require(sent.signedPayload))
                reported.append(try #require(notification.transaction?.payload.transactionID))
            }
            #expect(reported == ids)
            #expect(try await history(bench, onlyFailures: true).count == 15)
            #expect(try await history(bench, of: ids[0]).count == 30)
            #expect(try await history(bench, of: ids[44]).count == 15)
        }

        @Test("A token of a page expires after a day, and the error says where to begin again")
        func expiredToken() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            for _ in 0..<25 { _ = try await bench.store.buyElsewhere("coins") }
            let start = bench.clock.currentDate().addingTimeInterval(-60)
            let request = NotificationHistoryRequest(from: start, to: start.addingTimeInterval(3_600))
            let token = try #require(try await bench.client.getNotificationHistory(request).paginationToken)
            bench.advance(.seconds(86_401))
            var pages = bench.client.notificationHistory(request, after: token).makeAsyncIterator()
            let expired = await failure { try await pages.next() }
            #expect(expired?.code == .tokenExpired && expired?.restartDate == start)
            #expect(
                await rejection(bench, request, "nonsense") == "invalidPaginationToken")
            bench.advance(days: 200)
            #expect(await rejection(bench, request, nil) == "startDateTooFarInPast")
        }

        private func rejection(
            _ bench: ServerBench, _ request: NotificationHistoryRequest, _ token: String?
        ) async -> String? {
            await failure {
                try await bench.client.getNotificationHistory(request, after: token)
            }?.serverCode?.name
        }

        @Test("A test notification arrives, and its status tells how")
        func test() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let token = try #require(try await bench.client.requestTestNotification().token)
            #expect(
                await failure { try await bench.client.getTestNotificationStatus(token) }?.serverCode?
                    .name
                    == "testNotificationNotFound")
            let route = Route(verifier: try bench.verifier())
            await bench.server.deliverNotifications { await route.answer($0.body) }
            #expect(await route.types == ["TEST"])
            let status = try await bench.client.getTestNotificationStatus(token)
            #expect(status.sendAttempts.map(\.result) == ["SUCCESS"])
            #expect(
                await failure { try await bench.client.getTestNotificationStatus("x") }?.serverCode?.name
                    == "invalidTestNotificationToken")
        }

        @Test("An address gets the body of Apple's post, and the history says how each attempt ended")
        func address() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let address = try #require(URL(string: "https://garden.example/apple"))
            let verifier = try bench.verifier()
            let bodies = Lock<[Data]>([])
            let answers: [@Sendable (HTTPRequest) throws -> ScriptedAnswer] = [
                { _ in ScriptedAnswer(202, "") }, { _ in ScriptedAnswer(503, "") },
                { throw HTTPFailure(.connection, $0.url, "It broke.") },
                { throw HTTPFailure(.connection, $0.url, "No network.", isUnsent: true) },
                { throw HTTPFailure(.stalled, $0.url, "Nothing came.") }, { _ in throw CancellationError() },
                { _ in ScriptedAnswer(200, String(repeating: "a", count: 2 << 20)) },
            ]
            let transport = ScriptedTransport { request, number in
                bodies.withLock { $0.append(request.body ?? Data()) }
                return try answers[number](request)
            }
            for _ in answers { _ = try await bench.store.buyElsewhere("coins") }
            let delivery = await bench.server.deliverNotifications(to: address, by: transport)
            #expect(delivery.postedCount == answers.count && delivery.acceptedCount == 1)
            #expect(transport.requests.allSatisfy { $0.url == address && $0.method == "POST" })
            for body in bodies.withLock({ $0 }) {
                _ = try await verifier.verifyNotification(NotificationAnswer.signedPayload(in: body))
            }
            #expect(
                try await history(bench).compactMap(\.sendAttempts.last?.result) == [
                    "SUCCESS", "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "PREMATURE_CLOSE", "SOCKET_ISSUE", "TIMED_OUT",
                    "NO_RESPONSE", "INVALID_RESPONSE",
                ])
        }

        @Test("By a plan notifications come twice, in another order or never, and consumption is asked for again")
        func faults() async throws {
            var plan = ServerFaultPlan(seed: 3)
            (plan.repeatedNotifications, plan.reorderedNotifications) = (0.4, 1)
            (plan.missedNotifications, plan.repeatedConsumptionRequests) = (0.3, 1)
            let bench = try await ServerBench(asked: .sandbox) { [plan] in $0.faults = plan }
            var ids: [String] = []
            for _ in 0..<30 { ids.append(try await bench.store.buyElsewhere("coins").id) }
            try await bench.server.requestRefund(of: ids[0])
            let route = Route(verifier: try bench.verifier())
            await bench.server.deliverNotifications { await route.answer($0.body) }
            let reported = await route.transactions
            #expect(reported != reported.sorted() && Set(reported).count < reported.count && Set(reported).count < 30)
            let all = try await history(bench)
            #expect(all.count == 32 && Set(all.compactMap(\.signedPayload)).count == 32)
            #expect(try await history(bench, onlyFailures: true).count == 31 - Set(await route.identifiers).count + 1)
        }
    }

    /// The route of an app's server.
    private actor Route {
        private let verifier: SignedDataVerifier
        private(set) var types: [String] = []
        private(set) var transactions: [String] = []
        private(set) var identifiers: [String] = []

        init(verifier: SignedDataVerifier) { self.verifier = verifier }

        func answer(_ body: Data) async -> Int {
            do {
                let jws = try NotificationAnswer.signedPayload(in: body)
                let notification = try await verifier.verifyNotification(jws)
                types.append(notification.payload.type?.rawValue ?? "")
                identifiers.append(notification.payload.notificationID ?? "")
                transactions += [notification.transaction?.payload.transactionID].compactMap { $0 }
                return NotificationAnswer.recorded.status
            } catch {
                return NotificationAnswer(after: error).status
            }
        }
    }
#endif
