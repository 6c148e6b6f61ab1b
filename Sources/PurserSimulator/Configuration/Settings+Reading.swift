import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreKitConfiguration.Settings {
    /// Reads the settings of a file; the defaults are those of a new file.
    init(of root: JSONObject, _ log: inout FileDiagnosticLog) {
        self.init()
        guard let object = root["settings"]?.object(&log) else { return }
        locale = object.string("_locale", &log) ?? locale
        storefront = Self.storefront(object, &log) ?? storefront
        timeRate = Self.timeRate(object, &log)
        isAskToBuyEnabled = object.bool("_askToBuyEnabled", &log) ?? false
        let retry = object.bool("_renewalBillingIssuesEnabled", &log) ?? false
        hasBillingIssues = object.bool("_billingIssuesEnabled", &log) ?? false || retry
        hasBillingGracePeriod = object.bool("_billingGracePeriodEnabled", &log) ?? false
        areDialogsDisabled = object.bool("_disableDialogs", &log) ?? false
        failsTransactions = object.bool("_failTransactionsEnabled", &log) ?? false
        storeKitError = object.integer("_storeKitError", &log) ?? 0
        failures = Self.failures(object, &log)
        applicationInternalID = object.string("_applicationInternalID", &log)
        developerTeamID = object.string("_developerTeamID", &log)
        lastSynchronized = Self.synchronized(object, &log)?.date
    }

    private static func storefront(_ object: JSONObject, _ log: inout FileDiagnosticLog) -> StoreStorefront? {
        guard let country = object.string("_storefront", &log) else { return nil }
        if let storefront = StoreStorefront.appStore(in: country) { return storefront }
        let path = object.path(to: "_storefront")
        if let storefront = StoreStorefront.appStore(in: country.uppercased()) {
            log.warn(path, "write the country in capitals: \"\(storefront.countryCode)\"")
            return storefront
        }
        log.warn(path, "\"\(country.prefix(32))\" is not a storefront; \"USA\" is used; write three letters")
        return nil
    }

    private static func timeRate(_ object: JSONObject, _ log: inout FileDiagnosticLog) -> SubscriptionTimeRate {
        guard let raw = object.integer("_timeRate", &log) else { return .realTime }
        let rate = SubscriptionTimeRate(rawValue: raw)
        if !rate.isKnown {
            log.warn(object.path(to: "_timeRate"), "\(raw) is not a time rate of Xcode; 0, real time, is used")
        }
        return rate
    }

    private static func failures(_ object: JSONObject, _ log: inout FileDiagnosticLog) -> [StoreKitConfiguration
        .Failure]
    {
        var failures: [StoreKitConfiguration.Failure] = []
        for entry in object.objects("_storeKitErrors", &log) {
            guard let name = entry.string("name", &log) else {
                log.error(entry.path(to: "name"), "the name of the call is missing, such as \"Purchase\"; skipped")
                continue
            }
            // Read without diagnostics: no file with another shape is known, and the order of errors is not documented.
            var quiet = FileDiagnosticLog(file: "")
            let current = entry["current"]?.object(&quiet)
            let failure = StoreKitConfiguration.Failure(
                call: StoreKitConfiguration.Failure.Call(rawValue: name),
                isEnabled: entry.bool("enabled", &log) ?? false,
                type: current?.string("type", &quiet), index: current?.integer("index", &quiet))
            if failure.isEnabled, !failure.call.isMade {
                log.warn(
                    entry.path(to: "enabled"),
                    "there is no call \"\(name.prefix(64))\" here; the failure has no effect")
            }
            failures.append(failure)
        }
        return failures
    }

    /// Seconds since 2001-01-01, Cocoa's reference date.
    private static func synchronized(_ object: JSONObject, _ log: inout FileDiagnosticLog) -> Timestamp? {
        guard let node = object["_lastSynchronizedDate"] else { return nil }
        guard let seconds = node.value.decimal, seconds > -1_000_000_000, seconds < 100_000_000_000 else {
            log.warn(node.path, "a number of seconds since 2001-01-01 is expected; it is ignored")
            return nil
        }
        let whole = Double(seconds.description).map { Int64($0 * 1_000) } ?? 0
        return Timestamp(milliseconds: whole + 978_307_200_000)
    }
}

extension StoreKitConfiguration.Failure.Call {
    /// Whether something is configured to fail with it.
    fileprivate var isMade: Bool {
        let made: Set<Self> = [
            .loadProducts, .purchase, .verification, .appStoreSync, .subscriptionStatus, .appTransaction,
            .manageSubscriptions, .refundRequest, .offerCodeRedeem,
        ]
        return made.contains(self)
    }
}
