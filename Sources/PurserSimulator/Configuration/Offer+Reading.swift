import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreKitConfiguration.Offer {
    /// Reads the list of version 5.0; the single offer of older files adds only offers that the list does not have.
    static func introductory(_ object: JSONObject, _ log: inout FileDiagnosticLog) -> [Self] {
        var offers = all(object, "introductoryOffers", insteadOf: [], .introductory, &log)
        guard let single = object["introductoryOffer"]?.object(&log), let offer = Self(single, .introductory, &log)
        else {
            return offers
        }
        let isCopy = offers.contains {
            ($0.internalID != nil && $0.internalID == offer.internalID) || $0.billingPlan == offer.billingPlan
        }
        if !isCopy { offers.append(offer) }
        return offers
    }

    /// Reads both spellings, which occur in real files.
    static func winBack(_ object: JSONObject, _ log: inout FileDiagnosticLog) -> [Self] {
        let key = object["winbackOffers"] == nil ? "winBackOffers" : "winbackOffers"
        return all(object, key, insteadOf: [], .winBack, &log)
    }

    /// The offers of a list that have a name.
    static func all(
        _ object: JSONObject, _ key: String, insteadOf wrong: [String], _ kind: StoreOffer.OfferType,
        _ log: inout FileDiagnosticLog
    ) -> [Self] {
        var offers: [Self] = []
        var internalIDs: Set<String> = []
        var ids: Set<String> = []
        for node in object.node(key, insteadOf: wrong, &log)?.elements(&log) ?? [] {
            guard let entry = node.object(&log), let offer = Self(entry, kind, &log) else { continue }
            if let internalID = offer.internalID, !internalIDs.insert(internalID).inserted {
                log.warn(node.path, "another offer has the internalID \"\(internalID)\"; this one is skipped")
            } else if let id = offer.id, !ids.insert(id).inserted {
                log.error(node.path, "another offer is named \"\(id)\"; this one is skipped")
            } else {
                offers.append(offer)
            }
        }
        return offers
    }

    private init?(_ object: JSONObject, _ kind: StoreOffer.OfferType, _ log: inout FileDiagnosticLog) {
        guard let mode = Self.paymentMode(object, &log) else { return nil }
        guard let periodNode = object["subscriptionPeriod"] else {
            log.error(object.path(to: "subscriptionPeriod"), "the offer's period is missing; the offer is skipped")
            return nil
        }
        guard let period = periodNode.period(&log), let price = Self.price(object, mode, &log) else { return nil }
        let referenceName = object.string("referenceName", &log)
        let name = kind == .code ? referenceName : object.string("offerID", insteadOf: ["offerId", "id"], &log)
        if kind != .introductory, name ?? "" == "" {
            let key = kind == .code ? "referenceName" : "offerID"
            log.error(object.path(to: key), "the offer cannot be named in a purchase without it; it is skipped")
            return nil
        }
        self.init(
            type: kind, id: kind == .introductory ? nil : name, internalID: object.string("internalID", &log),
            referenceName: referenceName, paymentMode: mode, price: price, period: period,
            periodCount: Self.periodCount(object, &log), eligibility: Self.eligibility(object, &log),
            isStackable: object.bool("isStackable", &log) ?? false,
            isEligible: object.bool("isEligible", &log) ?? (kind == .winBack),
            billingPlan: object.string("billingPlanType", &log).map(StoreKitConfiguration.BillingPlan.Kind.init))
    }

    private static func paymentMode(_ object: JSONObject, _ log: inout FileDiagnosticLog) -> StoreOffer.PaymentMode? {
        let path = object.path(to: "paymentMode")
        guard let text = object.string("paymentMode", &log) else {
            log.error(path, "the payment mode is missing; the offer is skipped")
            return nil
        }
        let mode: StoreOffer.PaymentMode
        switch text.lowercased() {
        case "none": return nil  // Written by hand where there is no offer.
        case "free", "freetrial": mode = .freeTrial
        case "payasyougo": mode = .payAsYouGo
        case "payupfront": mode = .payUpFront
        default:
            log.error(path, "write \"free\", \"payAsYouGo\" or \"payUpFront\"; the offer is skipped")
            return nil
        }
        if text != mode.rawValue { log.warn(path, "the payment mode is spelled \"\(mode.rawValue)\"") }
        return mode
    }

    /// The price of a free offer is ignored, because Xcode leaves old ones in the file; an empty price is Xcode's zero.
    private static func price(_ object: JSONObject, _ mode: StoreOffer.PaymentMode, _ log: inout FileDiagnosticLog)
        -> Decimal?
    {
        if mode == .freeTrial { return 0 }
        if case .string("") = object["displayPrice"]?.value { return 0 }
        return object.price(&log)
    }

    private static func periodCount(_ object: JSONObject, _ log: inout FileDiagnosticLog) -> Int {
        guard let count = object.integer("numberOfPeriods", &log) else { return 1 }
        guard (1...1_000).contains(count) else {
            log.warn(object.path(to: "numberOfPeriods"), "the number of periods is from 1 to 1000; 1 is used")
            return 1
        }
        return count
    }

    private static func eligibility(_ object: JSONObject, _ log: inout FileDiagnosticLog) -> Set<OfferTerms.Eligibility>
    {
        let known: Set<OfferTerms.Eligibility> = [.new, .existing, .expired]
        let stated = (object.strings("eligibility", &log) ?? []).map(OfferTerms.Eligibility.init)
        for unknown in stated where !known.contains(unknown) {
            log.warn(object.path(to: "eligibility"), "\"\(unknown.rawValue)\" is not one of new, existing, expired")
        }
        return Set(stated)
    }
}
