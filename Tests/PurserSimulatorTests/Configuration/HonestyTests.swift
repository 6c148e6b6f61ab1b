import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

/// What a `.storekit` file says is done, or told that it is not.
@Suite("Every key of a configuration has an effect or a diagnostic", .timeLimit(.minutes(30)))
struct HonestyTests {
    private static let base = """
        {"version":{"major":4,"minor":0},
        "products":[{"productID":"a","type":"Consumable","displayPrice":"1.00","referenceName":"A","localizations":[
          {"locale":"en_US","displayName":"","description":"Coin"},{"locale":"de","displayName":"Muenze","description":""}]}],
        "nonRenewingSubscriptions":[{"productID":"n","type":"NonRenewingSubscription","displayPrice":"7"}],
        "subscriptionGroups":[{"id":"G","name":"Group","subscriptions":[
         {"productID":"s","type":"RecurringSubscription","displayPrice":"10","recurringSubscriptionPeriod":"P1M",
          "groupNumber":1,"familyShareable":false,"introductoryOffer":null,
          "adHocOffers":[{"internalID":"P","offerID":"promo","paymentMode":"payAsYouGo","displayPrice":"2",
            "subscriptionPeriod":"P1M","numberOfPeriods":1}],
          "codeOffers":[{"internalID":"C","referenceName":"CODE","paymentMode":"payUpFront","displayPrice":"3",
            "subscriptionPeriod":"P2M","eligibility":["new","existing","expired"],"isStackable":false}],
          "winbackOffers":[{"internalID":"W","offerID":"back","paymentMode":"payUpFront","displayPrice":"4",
            "subscriptionPeriod":"P3M","isEligible":true}],"billingPlans":[]},
         {"productID":"t","type":"RecurringSubscription","displayPrice":"5","recurringSubscriptionPeriod":"P1M",
          "groupNumber":2}]}],
        "settings":{"_timeRate":0}}
        """

    /// A change of the file, and the changes before it without which it means nothing.
    struct Key: Sendable, CustomTestStringConvertible {
        var old: String
        var new: String
        var before: [(String, String)] = []
        var testDescription: String { new }
    }

    private static func setting(_ text: String, with other: String? = nil) -> Key {
        let plain = "\"_timeRate\":0"
        let before = other.map { "\(plain),\($0)" }
        return Key(
            old: before ?? plain, new: "\(before ?? plain),\(text)", before: before.map { [(plain, $0)] } ?? [])
    }

    private static func failure(_ name: String, _ type: String = "generic") -> Key {
        setting(
            "\"_storeKitErrors\":[{\"name\":\"\(name)\",\"enabled\":true,\"current\":{\"type\":\"\(type)\",\"index\":1}}]"
        )
    }

    private static func plan(_ text: String) -> Key {
        Key(old: "\"billingPlans\":[]", new: "\"billingPlans\":[\(text)]")
    }

    private static let introductory =
        "\"introductoryOffer\":{\"internalID\":\"I\",\"paymentMode\":\"free\",\"subscriptionPeriod\":\"P1W\"}"
    private static let monthly =
        "{\"billingPlanType\":\"MONTHLY\",\"displayPrice\":\"6\",\"commitmentDisplayPrice\":\"72\",\"isEnabled\":true}"

    static let keys: [Key] = [
        Key(old: "\"displayPrice\":\"1.00\"", new: "\"displayPrice\":\"1.50\""),
        Key(old: "\"referenceName\":\"A\"", new: "\"referenceName\":\"B\""),
        Key(old: "\"description\":\"Coin\"", new: "\"description\":\"Money\""),
        Key(old: "\"displayName\":\"\"", new: "\"displayName\":\"Coin\""),
        Key(old: "\"displayPrice\":\"7\"", new: "\"displayPrice\":\"8\""),
        Key(old: "\"recurringSubscriptionPeriod\":\"P1M\"", new: "\"recurringSubscriptionPeriod\":\"P2M\""),
        Key(old: "\"groupNumber\":1", new: "\"groupNumber\":3"),
        Key(old: "\"familyShareable\":false", new: "\"familyShareable\":true"),
        Key(old: "\"introductoryOffer\":null", new: introductory),
        Key(
            old: "\"introductoryOffer\":null",
            new: introductory.replacing("introductoryOffer\":{", with: "introductoryOffers\":[{") + "]"),
        Key(old: "\"offerID\":\"promo\"", new: "\"offerID\":\"other\""),
        Key(old: "\"numberOfPeriods\":1", new: "\"numberOfPeriods\":2"),
        Key(old: "\"paymentMode\":\"payAsYouGo\"", new: "\"paymentMode\":\"free\""),
        Key(old: "\"displayPrice\":\"2\"", new: "\"displayPrice\":\"2.5\""),
        Key(old: "\"subscriptionPeriod\":\"P2M\"", new: "\"subscriptionPeriod\":\"P6M\""),
        Key(old: "[\"new\",\"existing\",\"expired\"]", new: "[\"existing\"]"),
        Key(
            old: "\"isStackable\":false", new: "\"isStackable\":true",
            before: [("\"introductoryOffer\":null", introductory)]),
        Key(old: "\"isEligible\":true", new: "\"isEligible\":false"),
        plan(monthly), plan(monthly.replacing("MONTHLY", with: "WEEKLY")),
        plan("{\"billingPlanType\":\"BILLED_UPFRONT\",\"displayPrice\":\"10\",\"isEnabled\":false}"),
        plan("{\"billingPlanType\":\"BILLED_UPFRONT\",\"displayPrice\":\"11\",\"isEnabled\":true}"),
        Key(
            old: "\"introductoryOffer\":null",
            new: introductory.replacing("{\"internalID", with: "{\"billingPlanType\":\"MONTHLY\",\"internalID"),
            before: [("\"billingPlans\":[]", "\"billingPlans\":[\(monthly)]")]),
        Key(
            old: "\"displayPrice\":\"6\"", new: "\"displayPrice\":\"6.5\"",
            before: [("\"billingPlans\":[]", "\"billingPlans\":[\(monthly)]")]),
        Key(
            old: "\"commitmentDisplayPrice\":\"72\"", new: "\"commitmentDisplayPrice\":\"70\"",
            before: [("\"billingPlans\":[]", "\"billingPlans\":[\(monthly)]")]),
        setting("\"_locale\":\"de\""), setting("\"_storefront\":\"DEU\""), setting("\"_storefront\":\"XXX\""),
        Key(old: "\"_timeRate\":0", new: "\"_timeRate\":12"), Key(old: "\"_timeRate\":0", new: "\"_timeRate\":99"),
        setting("\"_askToBuyEnabled\":true"), setting("\"_billingIssuesEnabled\":true"),
        setting("\"_renewalBillingIssuesEnabled\":true"),
        setting("\"_billingGracePeriodEnabled\":true", with: "\"_billingIssuesEnabled\":true"),
        setting("\"_failTransactionsEnabled\":true"),
        setting("\"_storeKitError\":12", with: "\"_failTransactionsEnabled\":true"),
        failure("Load Products"), failure("Purchase", "purchase"), failure("Verification", "verification"),
        failure("App Store Sync"), failure("Subscription Status"), failure("App Transaction"),
        failure("Manage Subscriptions Sheet"), failure("Refund Request Sheet"), failure("Offer Code Redeem Sheet"),
        failure("Something New"),
    ]

    @Test("Switched on, it changes what happens, or a diagnostic says that it does not", arguments: keys)
    func key(_ key: Key) async throws {
        var before = Self.base
        for (old, new) in key.before { before = try Self.changed(before, old, new) }
        let after = try Self.changed(before, key.old, key.new)
        #expect(try await Self.progress(before) != Self.progress(after))
    }

    /// Keys that say something about the file, its maker or its texts, and nothing about what is sold.
    static let facts: [Key] = [
        Key(old: "\"major\":4", new: "\"major\":3"), Key(old: "\"minor\":0", new: "\"minor\":2"),
        Key(old: "\"products\"", new: "\"identifier\":\"1234ABCD\",\"products\""),
        Key(
            old: "\"products\"",
            new:
                "\"appPolicies\":{\"eula\":\"All\",\"policies\":[{\"locale\":\"de\",\"policyText\":\"\",\"policyURL\":\"\"}]},\"products\""
        ),
        Key(old: "\"products\"", new: "\"subscriptionOffersKeyPair\":{\"id\":\"K\",\"privateKey\":\"\"},\"products\""),
        Key(old: "\"name\":\"Group\"", new: "\"name\":\"Club\""),
        Key(old: "\"internalID\":\"P\"", new: "\"internalID\":\"Q\""),
        // Nobody is asked anything here, whether dialogs are on or off.
        setting("\"_disableDialogs\":true"), setting("\"_applicationInternalID\":\"1\""),
        setting("\"_developerTeamID\":\"T\""), setting("\"_lastSynchronizedDate\":1.5"),
    ]

    @Test("What says nothing about what is sold can be read, and changes no life", arguments: facts)
    func fact(_ key: Key) async throws {
        let after = try Self.changed(Self.base, key.old, key.new)
        #expect(try configuration(after) != configuration(Self.base))
        #expect(try await Self.progress(after) == Self.progress(Self.base))
    }

    @Test("The same file lives the same life, and has nothing to complain of")
    func same() async throws {
        #expect(try await Self.progress(Self.base) == Self.progress(Self.base))
        #expect(try configuration(Self.base).diagnostics == [])
    }

    private static func changed(_ text: String, _ old: String, _ new: String) throws -> String {
        try #require(text.contains(old), "\(old) is not in the file")
        return text.replacing(old, with: new, maxReplacements: 1)
    }

    /// Everything that comes of a file: its diagnostics, what is sold, and several customers' lives.
    private static func progress(_ text: String) async throws -> [String] {
        let file = try configuration(text)
        var reported = file.diagnostics.map { "\($0)" }
        let acts: [(EmbeddedAppStore) async throws -> Void] = [
            { store in
                try await store.submit([payment(1, "a"), payment(2, "n"), payment(3, "s")])
                try await store.restore(RestoreID(rawValue: 1), for: nil)
            },
            { try await $0.submit([payment(1, "s"), payment(2, "t")]) },
            { try await $0.submit([payment(1, "s", [.billingPlanType(.monthly)])]) },
            { store in
                try await store.submit([payment(1, "s")])
                try await store.submit([payment(2, "s", [.promotionalOffer("promo")])])
            },
            { try await $0.redeemCode("CODE", for: "s") },
            { store in
                try await store.submit([payment(1, "s")])
                try await store.expire("s")
                try await store.submit([payment(2, "s", [.winBackOffer("back")])])
            },
            { try await $0.shareWithFamily("s") }, { _ = try await $0.appTransaction(refresh: true) },
            { try await $0.showManageSubscriptions(subscriptionGroupID: nil, in: nil) },
            { try await $0.redeemCode(in: nil) },
            { store in
                try await store.submit([payment(1, "a")])
                _ = try await store.beginRefundRequest(for: "2000000000001", in: nil)
            },
            { store in
                let products = try await store.products(for: ["a", "n", "s", "t"]).products
                let texts = products.map { "\($0.displayName) \($0.description) \($0.displayPrice)" }
                throw BackendFailure(.unknown, texts.joined(separator: "; "))
            },
        ]
        for act in acts { reported += try await lived(file, act) }
        return reported
    }

    private static func lived(
        _ file: StoreKitConfiguration, _ act: (EmbeddedAppStore) async throws -> Void
    ) async throws -> [String] {
        let clock = VirtualClock()
        let store = EmbeddedAppStore(catalog: SimulatorCatalog(configuration: file), clock: clock)
        let mailbox = try await store.listening()
        var reported: [String] = []
        do { try await act(store) } catch { reported.append((error as? BackendFailure)?.message ?? "\(error)") }
        clock.advance(by: .seconds(70 * 86_400))
        let transactions = await store.transactions.map { transaction in
            let commitment = transaction.commitmentInfo.map { "of \($0.price)" } ?? ""
            return "\(transaction) \(transaction.price ?? 0) \(transaction.offer?.id ?? "") \(commitment)"
        }
        let subscriptions = await store.subscriptions.map { "\($0)" }
        store.inbox.put([.promotedPurchase(PromotedPurchase(id: "", productID: "end"))])
        let events = await (mailbox.next() ?? []).flatMap { $0 }
        let verified = events.map { $0.transaction.map { "\($0.verification)" } ?? "" }
        return reported + transactions + subscriptions + words(events) + verified
    }
}
