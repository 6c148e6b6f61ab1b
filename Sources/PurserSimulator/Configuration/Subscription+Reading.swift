import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreKitConfiguration.Subscription {
    /// Reads the fields of a subscription.
    init(
        _ object: JSONObject, groupID: String, _ period: SubscriptionPeriod, _ log: inout FileDiagnosticLog
    ) {
        if let stated = object.string("subscriptionGroupID", &log), stated != groupID {
            let path = object.path(to: "subscriptionGroupID")
            log.warn(path, "the entry is in the group \"\(groupID)\" and names \"\(stated)\"; the former is used")
        }
        self.init(
            subscriptionGroupID: groupID, groupLevel: Self.level(object, &log), subscriptionPeriod: period,
            introductoryOffers: StoreKitConfiguration.Offer.introductory(object, &log),
            promotionalOffers: StoreKitConfiguration.Offer.all(
                object, "adHocOffers", insteadOf: ["promotionalOffers"], .promotional, &log),
            codeOffers: StoreKitConfiguration.Offer.all(object, "codeOffers", insteadOf: ["offerCodes"], .code, &log),
            winBackOffers: StoreKitConfiguration.Offer.winBack(object, &log),
            billingPlans: StoreKitConfiguration.BillingPlan.all(object, &log),
            seatPriceTiers: StoreKitConfiguration.SeatPriceTier.all(object, &log),
            seatInvitationManagement: Self.seatInvitations(object, &log))
    }

    private static func level(_ object: JSONObject, _ log: inout FileDiagnosticLog) -> Int {
        guard let level = object.integer("groupNumber", &log) else { return 1 }
        guard level >= 1 else {
            log.warn(object.path(to: "groupNumber"), "the level of service starts at 1, the highest; 1 is used")
            return 1
        }
        return level
    }

    /// Reads the party that invites the members.
    private static func seatInvitations(
        _ object: JSONObject, _ log: inout FileDiagnosticLog
    ) -> StoreTransaction.MultiSeatInfo.InvitationManagement? {
        guard let text = object.string("seatInvitationManagement", &log) else { return nil }
        let invitations = StoreTransaction.MultiSeatInfo.InvitationManagement(rawValue: text)
        guard [.apple, .developer].contains(invitations) else {
            log.warn(
                object.path(to: "seatInvitationManagement"),
                "\"\(text.prefix(64))\" is neither APPLE nor DEVELOPER; it is ignored")
            return nil
        }
        return invitations
    }
}

extension StoreKitConfiguration.BillingPlan {
    /// Reads the billing plans of a subscription.
    static func all(_ object: JSONObject, _ log: inout FileDiagnosticLog) -> [Self] {
        var plans: [Self] = []
        for plan in object.objects("billingPlans", &log) {
            guard let kind = plan.string("billingPlanType", &log) else {
                log.error(plan.path(to: "billingPlanType"), "the type of the billing plan is missing; it is skipped")
                continue
            }
            guard let price = plan.price(&log) else { continue }
            noteUnused(plan, Kind(rawValue: kind), price, of: object, &log)
            let commitment = plan["commitmentDisplayPrice"].flatMap { $0.price(&log) }
            plans.append(
                Self(
                    kind: Kind(rawValue: kind), price: price,
                    commitmentPrice: commitment ?? price, internalID: plan.string("internalID", &log),
                    isEnabled: plan.bool("isEnabled", &log) ?? true))
        }
        return plans
    }

    /// Records diagnostics for the parts of a plan that have no effect.
    private static func noteUnused(
        _ plan: JSONObject, _ kind: Kind, _ price: Decimal, of product: JSONObject,
        _ log: inout FileDiagnosticLog
    ) {
        var quiet = FileDiagnosticLog(file: "")
        switch kind {
        case .monthly: break
        case .billedUpFront:
            if plan.bool("isEnabled", &quiet) == false {
                log.warn(plan.path(to: "isEnabled"), "payment up front is always sold")
            }
            if case .string(let text)? = product["displayPrice"]?.value, let usual = Decimal(plain: text),
                usual != price
            {
                log.warn(plan.path(to: "displayPrice"), "the product's own price is used, which is \(usual)")
            }
        default:
            log.warn(
                plan.path(to: "billingPlanType"), "\"\(kind.rawValue.prefix(64))\" is not a plan that is sold here")
        }
    }
}

extension StoreKitConfiguration.SeatPriceTier {
    /// Reads the prices of seats: consecutive tiers from the first seat; the first wrong tier and all later ones are
    /// dropped.
    static func all(_ object: JSONObject, _ log: inout FileDiagnosticLog) -> [Self] {
        var tiers: [Self] = []
        for entry in object.objects("seatPriceTiers", &log) {
            let next = tiers.isEmpty ? 1 : tiers.last?.maximumSeats.map { $0 + 1 }
            let first = entry.integer("minimumSeats", &log) ?? next
            guard let next, first == next else {
                let path = entry.path(to: "minimumSeats")
                log.error(
                    path,
                    "\(next.map { "the tier begins with seat \($0)" } ?? "no tier follows one without maximumSeats"); "
                        + "the tiers from here on are skipped"
                )
                break
            }
            let last = entry.integer("maximumSeats", &log)
            guard (next...PaymentRequest.maximumSeats).contains(last ?? next) else {
                log.error(
                    entry.path(to: "maximumSeats"),
                    "the tier ends with seat \(next) to \(PaymentRequest.maximumSeats); the tiers from here on are "
                        + "skipped"
                )
                break
            }
            guard let price = entry.price(&log) else { break }
            tiers.append(.init(minimumSeats: next, maximumSeats: last, price: price))
        }
        return tiers
    }
}
