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

    /// Raw value; then seconds for a week, a month, half a year, a year, grace of a week, grace of others, retry.
    @Test(
        "The time rates last as Apple documents them",
        arguments: [
            (10, [900, 3_600, 21_600, 43_200, 771, 1_800, 7_200]),
            (11, [600, 1_800, 10_800, 21_600, 514, 900, 3_600]),
            (12, [300, 900, 5_400, 10_800, 257, 450, 1_800]),
            (13, [180, 300, 1_800, 3_600, 154, 150, 600]),
            (15, [10, 30, 180, 360, 9, 15, 60]),
            (1_000, [900, 900, 900, 900, 900, 900, 1_800]),
            (1_005, [2, 2, 2, 2, 2, 2, 4]),
            (4, [420, 1_800, 10_800, 21_900, 360, 960, 3_600]),
        ])
    func timeRates(raw: Int, seconds: [Int]) {
        let rate = SubscriptionTimeRate(rawValue: raw)
        let week = SubscriptionPeriod(1, .week)
        let month = SubscriptionPeriod(1, .month)
        let periods = [week, month, SubscriptionPeriod(6, .month), SubscriptionPeriod(1, .year)]
        var found = periods.map { rate.duration(of: $0) }
        found += [rate.gracePeriod(for: week), rate.gracePeriod(for: month), rate.billingRetryPeriod]
        #expect(found == seconds.map { Duration.seconds($0) })
    }

    @Test("In real time weeks are exact and months need a calendar")
    func realTime() {
        let rate = SubscriptionTimeRate.realTime
        #expect(rate.duration(of: SubscriptionPeriod(3, .day)) == .seconds(3 * 86_400))
        #expect(rate.duration(of: SubscriptionPeriod(1, .month)) == nil)
        #expect(rate.gracePeriod(for: SubscriptionPeriod(1, .week)) == .seconds(6 * 86_400))
        #expect(rate.gracePeriod(for: SubscriptionPeriod(1, .month)) == .seconds(16 * 86_400))
        #expect(rate.billingRetryPeriod == .seconds(60 * 86_400))
        #expect(rate.duration(of: SubscriptionPeriod(.max, .day)) == .seconds(10_000 * 86_400))
    }
}
