#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import Testing

    @testable import PurserServerAPI

    @Suite("Consumption requests")
    struct ConsumptionTests {
        private let start = Date(timeIntervalSince1970: 1_700_000_000)

        @Test("What Apple would reject is rejected before it is sent")
        func rejected() async throws {
            let bench = try ClientBench(ScriptedTransport())
            let answers = [
                ConsumptionAnswer(customerConsented: false, delivery: .delivered),
                ConsumptionAnswer(customerConsented: true, delivery: .delivered, consumedThousandths: -1),
                ConsumptionAnswer(customerConsented: true, delivery: .delivered, consumedThousandths: 100_001),
                ConsumptionAnswer(customerConsented: true, delivery: .delivered, productType: .nonConsumable),
                ConsumptionAnswer(customerConsented: true, delivery: .delivered, productType: .nonRenewable),
            ]
            for answer in answers {
                let failure = await failure { try await bench.client.sendConsumptionInformation(answer, for: "1") }
                #expect(failure?.code == .invalidRequest && answer.fault != nil)
            }
            let old = OldConsumptionAnswer(customerConsented: false)
            #expect(
                await failure { try await bench.client.sendConsumptionData(old, for: "1") }?.code == .invalidRequest)
            #expect(bench.transport.requests.isEmpty)
            for share in [nil, 0, 100_000] {
                let answer = ConsumptionAnswer(
                    customerConsented: true, delivery: .serverOutage, consumedThousandths: share,
                    productType: .autoRenewable)
                try await bench.client.sendConsumptionInformation(answer, for: "1")
            }
            #expect(bench.transport.requests.count == 3)
        }

        @Test("Apple's further notifications of one transaction are one request, with the deadline of the first")
        func repetition() {
            var requests = ConsumptionRequests()
            let answer1 = requests.received("1", by: "a", at: start)
            #expect(answer1)
            let answer2 = requests.received("1", by: "a", at: start)
            #expect(!answer2)
            let answer3 = requests.received("1", by: "b", at: start.addingTimeInterval(3_600))
            #expect(!answer3)
            let answer4 = requests.received("2", by: "c", at: start.addingTimeInterval(-60))
            #expect(answer4)
            let open = requests.open(at: start)
            #expect(open.map(\.transactionID) == ["2", "1"])
            #expect(open.last?.notificationIDs == ["a", "b"])
            #expect(open.last?.deadline == start.addingTimeInterval(12 * 3_600))
            requests.answered("1", at: start)
            #expect(requests.open(at: start).map(\.transactionID) == ["2"])
            let answer5 = requests.received("1", by: "d", at: start.addingTimeInterval(7_200))
            #expect(!answer5, "It is answered.")
            #expect(requests.open(at: start).map(\.transactionID) == ["2"])
        }

        @Test("The deadline is that of the first notification, also where its repetition came before it")
        func order() {
            var requests = ConsumptionRequests()
            requests.received("1", by: "b", at: start.addingTimeInterval(3_600))
            let isNew = requests.received("1", by: "a", at: start)
            #expect(!isNew)
            #expect(requests.open(at: start).map(\.deadline) == [start.addingTimeInterval(12 * 3_600)])
            // One of a former request, days ago, moves nothing.
            let isOld = requests.received("1", by: "old", at: start.addingTimeInterval(-3 * 86_400))
            #expect(!isOld && requests.open(at: start).map(\.date) == [start])
        }

        @Test("In the sandbox Apple waits five minutes")
        func sandbox() {
            var requests = ConsumptionRequests()
            requests.received("1", by: "a", at: start, in: .sandbox)
            #expect(requests.open(at: start).map(\.deadline) == [start.addingTimeInterval(300)])
            #expect(requests.open(at: start).map(\.environment) == [.sandbox])
            #expect(requests.missed(at: start.addingTimeInterval(300)).count == 1)
        }

        @Test("A request whose time has passed is told as missed, and another one days later is new")
        func missed() throws {
            var requests = ConsumptionRequests()
            requests.received("1", by: "a", at: start)
            let end = start.addingTimeInterval(12 * 3_600)
            #expect(
                requests.missed(at: end.addingTimeInterval(-1)).isEmpty
                    && requests.open(at: end.addingTimeInterval(-1)).count == 1)
            #expect(requests.missed(at: end).count == 1 && requests.open(at: end).isEmpty)
            let answer6 = requests.received("1", by: "a", at: end.addingTimeInterval(60))
            #expect(!answer6, "The same notification, repeated.")
            let answer7 = requests.received("1", by: "b", at: end.addingTimeInterval(60))
            #expect(answer7)
            let kept = try JSONDecoder().decode(ConsumptionRequests.self, from: JSONEncoder().encode(requests))
            #expect(kept == requests)
            requests.forget(before: end.addingTimeInterval(86_400))
            #expect(requests == ConsumptionRequests())
        }
    }
#endif
