import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("StoreKit configurations of every version")
struct VersionTests {
    @Test("1.0 has no identifier, no non-renewing subscriptions and no code offers")
    func version10() throws {
        let file = try configuration(
            """
            { "products" : [ { "displayPrice" : "0.99", "familyShareable" : false, "internalID" : "1",
                "localizations" : [ { "description" : "", "displayName" : "Coins", "locale" : "en_US" } ],
                "productID" : "coins", "referenceName" : null, "type" : "Consumable" } ],
              "settings" : { },
              "subscriptionGroups" : [ { "id" : "G", "localizations" : [ ], "name" : "Club", "subscriptions" : [ {
                "adHocOffers" : [ ], "displayPrice" : "200", "familyShareable" : false, "groupNumber" : 2,
                "internalID" : "2", "introductoryOffer" : null, "localizations" : [ ], "productID" : "club",
                "recurringSubscriptionPeriod" : "P1W", "referenceName" : "club", "subscriptionGroupID" : "G",
                "type" : "RecurringSubscription" } ] } ],
              "version" : { "major" : 1, "minor" : 0 } }
            """)
        #expect(file.diagnostics == [])
        #expect(file.version == StoreKitConfiguration.Version(major: 1))
        #expect(file.identifier == nil)
        #expect(file.products.map(\.id) == ["coins"])
        #expect(file.products.first?.referenceName == nil)
        #expect(file.settings == StoreKitConfiguration.Settings())
        let club = try #require(file.product("club"))
        #expect(club.price == 200)
        let subscription = try #require(club.subscription)
        #expect(subscription.groupLevel == 2)
        #expect(subscription.subscriptionPeriod == SubscriptionPeriod(1, .week))
        #expect(subscription.offers == [])
    }

    @Test("1.1 to 3.0 have offers of three kinds and a signing key")
    func version20() throws {
        let file = try configuration(
            file(
                subscription: """
                    "introductoryOffer":{"internalID":"1","paymentMode":"payAsYouGo","displayPrice":"0.99",
                        "numberOfPeriods":3,"subscriptionPeriod":"P1M"},
                    "adHocOffers":[{"internalID":"2","offerID":"loyal","paymentMode":"payUpFront","displayPrice":"9.90",
                        "referenceName":"Loyal","subscriptionPeriod":"P6M"}],
                    "codeOffers":[{"internalID":"3","referenceName":"SPRING","paymentMode":"free","displayPrice":"",
                        "subscriptionPeriod":"P2W","eligibility":["new","expired"],"isStackable":true}]
                    """
            ).replacing(#"{"sub"#, with: #"{"subscriptionOffersKeyPair":{"id":"K1","privateKey":"AAAA"},"sub"#))
        #expect(file.diagnostics == [])
        #expect(file.offersKeyID == "K1")
        #expect(file.offersPrivateKey == Data(count: 3))
        let offers = try #require(file.firstSubscription).offers
        #expect(offers.map(\.type) == [.introductory, .promotional, .code])
        #expect(offers.map(\.id) == [nil, "loyal", "SPRING"])
        #expect(offers.map(\.price) == [Decimal(99) / 100, Decimal(99) / 10, 0])
        #expect(offers.map(\.periodCount) == [3, 1, 1])
        #expect(offers.map(\.period.description) == ["P1M", "P6M", "P2W"])
        #expect(offers[2].eligibility == [.new, .expired])
        #expect(offers[2].isStackable)
        #expect(offers[1].storeOffer.paymentMode == .payUpFront)
    }

    @Test("4.0 has win-back offers in both spellings, and policies", arguments: ["winbackOffers", "winBackOffers"])
    func version40(key: String) throws {
        let offer = """
            {"internalID":"4","offerID":"back","isEligible":false,"paymentMode":"free","subscriptionPeriod":"P1M"}
            """
        let file = try configuration(
            file(subscription: "\"\(key)\":[\(offer)]").replacing(
                #"{"sub"#,
                with: #"{"appPolicies":{"eula":"E","policies":[{"locale":"de","policyText":"T","policyURL":"U"}]},"sub"#
            ))
        #expect(file.diagnostics == [])
        #expect(file.firstSubscription?.winBackOffers.map(\.id) == ["back"])
        #expect(file.firstSubscription?.winBackOffers.first?.isEligible == false)
        #expect(file.policies?.licenseAgreement == "E")
        #expect(file.policies?.privacy.map(\.locale) == ["de"])
    }

    @Test("5.0 has introductory offers per billing plan; the copy for old readers is not a second one")
    func version50() throws {
        let upFront = """
            {"billingPlanType":"BILLED_UPFRONT","internalID":"1","paymentMode":"free","subscriptionPeriod":"P1M"}
            """
        let monthly = upFront.replacing("BILLED_UPFRONT", with: "MONTHLY").replacing("\"1\"", with: "\"2\"")
        let file = try configuration(
            file(
                subscription: """
                    "introductoryOffer":\(upFront),"introductoryOffers":[\(upFront),\(monthly)],
                    "billingPlans":[{"billingPlanType":"MONTHLY","commitmentDisplayPrice":"6.00","displayPrice":"0.5",
                        "internalID":"8","isEnabled":true}]
                    """))
        #expect(file.diagnostics == [])
        let subscription = try #require(file.firstSubscription)
        #expect(subscription.introductoryOffers.map(\.internalID) == ["1", "2"])
        #expect(subscription.introductoryOffers.map(\.billingPlan) == [.billedUpFront, .monthly])
        #expect(subscription.billingPlans.map(\.kind) == [.monthly])
        #expect(subscription.billingPlans.map(\.price) == [Decimal(5) / 10])
        #expect(subscription.billingPlans.map(\.commitmentPrice) == [6])
    }

    @Test("Unknown keys are passed over, and keys of a later version are read in an earlier one")
    func unknownKeys() throws {
        let file = try configuration(
            """
            {"version":{"major":1,"minor":0},"future":{"a":[1,{"b":null}]},"products":[],
             "nonRenewingSubscriptions":[{"productID":"n","type":"NonRenewingSubscription","displayPrice":"1","x":1e999}]}
            """)
        #expect(file.diagnostics == [])
        #expect(file.nonRenewableSubscriptions.map(\.id) == ["n"])
    }

    @Test(
        "A price is the decimal that was written", arguments: ["0.99", "200", "29", "0.0", "4.35", "123456789012.3456"])
    func exactPrices(text: String) throws {
        let file = try configuration(file(product: "\"x\":0").replacing("\"1\"", with: "\"\(text)\""))
        #expect(file.products.first?.price == Decimal(string: text))
    }

    @Test("The text of a language is found by locale, then by language, then in English, then at all")
    func localizations() throws {
        let texts = ["en_US", "de", "zh_Hans"].map { #"{"locale":"\#($0)","displayName":"\#($0)","description":""}"# }
        let members = "\"localizations\":[\(texts.joined(separator: ","))]"
        let product = try #require(try configuration(file(product: members)).products.first)
        #expect(product.localization(for: "de_AT")?.locale == "de")
        #expect(product.localization(for: "zh-Hans")?.locale == "zh_Hans")
        #expect(product.localization(for: "fr")?.locale == "en_US")
        let bare = try #require(try configuration(file(product: "\"localizations\":[]")).products.first)
        #expect(bare.localization(for: "en") == nil)
    }
}
