import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("Settings of StoreKit configurations")
struct SettingsTests {
    private func settings(_ members: String) throws -> StoreKitConfiguration {
        try configuration(#"{"products":[],"settings":{\#(members)}}"#)
    }

    @Test("Every setting is read")
    func all() throws {
        let file = try settings(
            """
            "_applicationInternalID":"123","_developerTeamID":"TEAM","_lastSynchronizedDate":700000000.5,
            "_locale":"de","_storefront":"DEU","_timeRate":12,"_compatibilityTimeRate":{"3":6},"_askToBuyEnabled":true,
            "_renewalBillingIssuesEnabled":true,"_billingGracePeriodEnabled":true,"_disableDialogs":true,
            "_failTransactionsEnabled":true,"_storeKitError":12,
            "_storeKitErrors":[{"current":{"index":2,"type":"generic"},"enabled":false,"name":"Load Products"},
              {"current":{"index":1,"type":"purchase"},"enabled":true,"name":"Purchase"},
              {"current":"odd","enabled":true,"name":"Verification"},{"current":null,"enabled":false,"name":"New Call"}]
            """)
        #expect(file.diagnostics == [])
        let settings = file.settings
        #expect(settings.locale == "de")
        #expect(settings.storefront == StoreStorefront(countryCode: "DEU", currencyCode: "EUR"))
        #expect(settings.timeRate == .monthlyRenewalEveryFifteenMinutes)
        #expect(settings.isAskToBuyEnabled && settings.hasBillingIssues && settings.hasBillingGracePeriod)
        #expect(settings.areDialogsDisabled && settings.failsTransactions)
        #expect(settings.storeKitError == 12)
        #expect(settings.applicationInternalID == "123")
        #expect(settings.developerTeamID == "TEAM")
        #expect(settings.lastSynchronized == Date(timeIntervalSince1970: 1_678_307_200.5))
        #expect(settings.failure(of: .loadProducts) == nil)
        #expect(settings.failure(of: .purchase)?.index == 1)
        #expect(settings.failure(of: .verification)?.type == nil)
        #expect(settings.failures.count == 4)
    }

    @Test("The old name of the billing issues counts as well, and the new one off does not hide it")
    func billingIssues() throws {
        let file = try settings(#""_billingIssuesEnabled":true,"_renewalBillingIssuesEnabled":false"#)
        #expect(file.settings.hasBillingIssues)
    }

    @Test(
        "A wrong setting is told with its path and leaves the default",
        arguments: [
            (#""_storefront":"Mars""#, "_storefront"), (#""_timeRate":14"#, "_timeRate"),
            (#""_timeRate":"fast""#, "_timeRate"), (#""_locale":[]"#, "_locale"),
            (#""_lastSynchronizedDate":"yesterday""#, "_lastSynchronizedDate"),
            (#""_storeKitError":{}"#, "_storeKitError"),
            (#""_askToBuyEnabled":2"#, "_askToBuyEnabled"),
        ])
    func wrong(member: String, key: String) throws {
        let file = try settings(member)
        #expect(file.faults == ["warning $.settings.\(key)"])
        var expected = StoreKitConfiguration.Settings()
        if key == "_timeRate" { expected.timeRate = file.settings.timeRate }
        #expect(file.settings == expected)
        #expect(file.settings.timeRate.duration(of: SubscriptionPeriod(1, .week)) == .seconds(7 * 86_400))
    }

    @Test("There are 175 storefronts, each with its currency")
    func storefronts() {
        #expect(StoreStorefront.countries.count == 175)
        let currencies = ["USA", "DEU", "CHN", "GBR", "BGR", "ISL", "XKS"].map {
            StoreStorefront.appStore(in: $0)?.currencyCode
        }
        #expect(currencies == ["USD", "EUR", "CNY", "GBP", "EUR", "USD", "EUR"])
        #expect(StoreStorefront.appStore(in: "usa") == nil)
        #expect(StoreStorefront.countries.allSatisfy { $0.count == 3 && $0 == $0.uppercased() })
    }
}
