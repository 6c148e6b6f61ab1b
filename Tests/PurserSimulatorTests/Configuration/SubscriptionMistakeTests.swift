import Purser
import PurserSimulator
import Testing

@Suite("Mistakes in hand-made subscriptions and offers")
struct SubscriptionMistakeTests {
    private static let path = "$.subscriptionGroups[0].subscriptions[0]"

    @Test(
        "A mistake in a subscription is told with its path, and the subscription stays",
        arguments: [
            (#""groupNumber":0"#, "warning .groupNumber"),
            (#""groupNumber":"1""#, "warning .groupNumber"),
            (#""groupNumber":1.5"#, "warning .groupNumber"),
            (#""subscriptionGroupID":"H""#, "warning .subscriptionGroupID"),
            (#""introductoryOffer":[]"#, "error .introductoryOffer"),
            (#""adHocOffers":{}"#, "error .adHocOffers"),
            (#""billingPlans":[{"displayPrice":"1"}]"#, "error .billingPlans[0].billingPlanType"),
        ])
    func tolerated(members: String, fault: String) throws {
        let file = try configuration(file(subscription: members))
        #expect(file.faults == [fault.replacing(" .", with: " \(Self.path).")])
        #expect(file.firstSubscription?.groupLevel == 1)
        #expect(file.firstSubscription?.subscriptionGroupID == "G")
        #expect(file.firstSubscription?.offers == [])
    }

    @Test(
        "A period under another key or in small letters is understood; a missing or wrong one costs the subscription",
        arguments: [
            (#""subscriptionPeriod":"P1M""#, "warning \(path).subscriptionPeriod", 1),
            (#""recurringSubscriptionPeriod":"p1m""#, "warning \(path).recurringSubscriptionPeriod", 1),
            (#""recurringSubscriptionPeriod":"P0M""#, "error \(path).recurringSubscriptionPeriod", 0),
            (#""recurringSubscriptionPeriod":"1 month""#, "error \(path).recurringSubscriptionPeriod", 0),
            (#""recurringSubscriptionPeriod":30"#, "error \(path).recurringSubscriptionPeriod", 0),
            (#""other":30"#, "error \(path).recurringSubscriptionPeriod", 0),
        ])
    func periods(member: String, fault: String, count: Int) throws {
        let file = try configuration(
            file(subscription: "\"x\":0").replacing(#""recurringSubscriptionPeriod":"P1M""#, with: member))
        #expect(file.faults == [fault])
        #expect(file.subscriptionGroups.first?.subscriptions.count == count)
    }

    @Test(
        "An offer that cannot be made is left out with its path",
        arguments: [
            (#"{"offerID":"o","subscriptionPeriod":"P1M"}"#, ["error .paymentMode"]),
            (#"{"offerID":"o","paymentMode":"gift","subscriptionPeriod":"P1M"}"#, ["error .paymentMode"]),
            (#"{"offerID":"o","paymentMode":"free"}"#, ["error .subscriptionPeriod"]),
            (#"{"offerID":"o","paymentMode":"free","subscriptionPeriod":"?"}"#, ["error .subscriptionPeriod"]),
            (#"{"paymentMode":"free","subscriptionPeriod":"P1M"}"#, ["error .offerID"]),
            (
                #"{"offerID":"o","paymentMode":"payUpFront","displayPrice":"€1","subscriptionPeriod":"P1M"}"#,
                ["error .displayPrice"]
            ),
        ])
    func offersLeftOut(offer: String, faults: [String]) throws {
        let file = try configuration(file(subscription: "\"adHocOffers\":[\(offer)]"))
        #expect(file.faults == faults.map { $0.replacing(" .", with: " \(Self.path).adHocOffers[0].") })
        #expect(file.firstSubscription?.promotionalOffers == [])
    }

    @Test("An introductory offer without payment, written by hand as \"none\", is no offer and no mistake")
    func none() throws {
        let file = try configuration(
            file(subscription: #""introductoryOffer":{"internalID":"1","paymentMode":"none"}"#))
        #expect(file.diagnostics == [])
        #expect(file.firstSubscription?.introductoryOffers == [])
    }

    @Test("Offers with the same internalID or the same name are one")
    func duplicates() throws {
        func offer(_ internalID: Int, _ id: String) -> String {
            #"{"internalID":"\#(internalID)","offerID":"\#(id)","paymentMode":"free","subscriptionPeriod":"P1M"}"#
        }
        let offers = [offer(1, "a"), offer(1, "b"), offer(2, "a"), offer(3, "c")].joined(separator: ",")
        let file = try configuration(file(subscription: "\"adHocOffers\":[\(offers)]"))
        #expect(file.faults == ["warning \(Self.path).adHocOffers[1]", "error \(Self.path).adHocOffers[2]"])
        #expect(file.firstSubscription?.promotionalOffers.map(\.id) == ["a", "c"])
    }

    @Test("Odd payment modes, counts and eligibilities are understood with a warning")
    func oddOffers() throws {
        let offer = """
            {"referenceName":"C","paymentMode":"freeTrial","numberOfPeriods":0,"subscriptionPeriod":"P1M",
             "eligibility":["new","friends"]}
            """
        let file = try configuration(file(subscription: "\"codeOffers\":[\(offer)]"))
        let place = "warning \(Self.path).codeOffers[0]"
        #expect(file.faults == ["\(place).paymentMode", "\(place).numberOfPeriods", "\(place).eligibility"])
        #expect(file.firstSubscription?.codeOffers.first?.periodCount == 1)
        #expect(file.firstSubscription?.codeOffers.first?.paymentMode == .freeTrial)
    }

    @Test("A group without an id goes by its name; two groups with one id are told")
    func groups() throws {
        let file = try configuration(
            #"{"subscriptionGroups":[{"name":"N"},{"subscriptions":[]},{"id":"X","name":"1"},{"id":"X","name":"2"},7]}"#
        )
        #expect(file.subscriptionGroups.map(\.id) == ["N", "group-2", "X", "X"])
        #expect(
            file.faults == [
                "error $.subscriptionGroups[4]", "warning $.subscriptionGroups[0].id",
                "warning $.subscriptionGroups[1].id", "warning $.subscriptionGroups[3].id",
            ])
    }
}
