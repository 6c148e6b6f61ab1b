import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ConfigurationReader {
    mutating func groups(_ root: JSONObject) -> [StoreKitConfiguration.SubscriptionGroup] {
        var groups: [StoreKitConfiguration.SubscriptionGroup] = []
        var ids: Set<String> = []
        for (index, object) in root.objects("subscriptionGroups", &log).enumerated() {
            let name = object.string("name", &log)
            var id = object.string("id", insteadOf: ["groupID", "subscriptionGroupID"], &log) ?? ""
            if id.isEmpty {
                id = name.flatMap { $0.isEmpty ? nil : $0 } ?? "group-\(index + 1)"
                log.warn(object.path(to: "id"), "the group's id is missing; it is taken as \"\(id)\"")
            }
            if !ids.insert(id).inserted {
                log.warn(object.path(to: "id"), "another group has the id \"\(id)\" already; they act as one")
            }
            groups.append(
                StoreKitConfiguration.SubscriptionGroup(
                    id: id, name: name ?? id, localizations: localizations(object),
                    subscriptions: subscriptions(object, groupID: id)))
        }
        return groups
    }

    private mutating func subscriptions(_ group: JSONObject, groupID: String) -> [Product] {
        var subscriptions: [Product] = []
        for object in group.objects("subscriptions", &log) {
            guard kind(object, expected: .autoRenewable) != nil, let period = renewalPeriod(object),
                var product = product(object, .autoRenewable)
            else { continue }
            product.subscription = subscription(object, groupID: groupID, period)
            subscriptions.append(product)
        }
        return subscriptions
    }

    private mutating func subscription(
        _ object: JSONObject, groupID: String, _ period: SubscriptionPeriod
    ) -> StoreKitConfiguration.Subscription {
        if let stated = object.string("subscriptionGroupID", &log), stated != groupID {
            let path = object.path(to: "subscriptionGroupID")
            log.warn(path, "the entry is in the group \"\(groupID)\" and names \"\(stated)\"; the former counts")
        }
        return StoreKitConfiguration.Subscription(
            subscriptionGroupID: groupID, groupLevel: level(object), subscriptionPeriod: period,
            introductoryOffers: introductoryOffers(object),
            promotionalOffers: offers(object, "adHocOffers", insteadOf: ["promotionalOffers"], .promotional),
            codeOffers: offers(object, "codeOffers", insteadOf: ["offerCodes"], .code),
            winBackOffers: winBackOffers(object), billingPlans: billingPlans(object),
            seatPriceTiers: seatPriceTiers(object), seatInvitationManagement: seatInvitations(object))
    }

    private mutating func level(_ object: JSONObject) -> Int {
        guard let level = object.integer("groupNumber", &log) else { return 1 }
        guard level >= 1 else {
            log.warn(object.path(to: "groupNumber"), "the level of service starts at 1, the highest; it is taken as 1")
            return 1
        }
        return level
    }

    private mutating func renewalPeriod(_ object: JSONObject) -> SubscriptionPeriod? {
        let key = "recurringSubscriptionPeriod"
        guard let node = object.node(key, insteadOf: ["subscriptionPeriod", "period"], &log) else {
            log.error(object.path(to: key), "the period is missing, such as \"P1M\"; the entry is left out")
            return nil
        }
        return period(node)
    }

    mutating func period(_ node: JSONNode) -> SubscriptionPeriod? {
        if case .string(let text) = node.value {
            if let period = SubscriptionPeriod(text) { return period }
            if let period = SubscriptionPeriod(text.uppercased()) {
                log.warn(node.path, "write the period in capitals: \"\(period)\"")
                return period
            }
        }
        log.error(node.path, "a period is P, a number and D, W, M or Y, such as \"P1M\"; the entry is left out")
        return nil
    }

    private mutating func billingPlans(_ object: JSONObject) -> [StoreKitConfiguration.BillingPlan] {
        var plans: [StoreKitConfiguration.BillingPlan] = []
        for plan in object.objects("billingPlans", &log) {
            guard let kind = plan.string("billingPlanType", &log) else {
                log.error(plan.path(to: "billingPlanType"), "the type of the billing plan is missing; it is left out")
                continue
            }
            guard let price = price(plan) else { continue }
            noteUnused(plan, StoreKitConfiguration.BillingPlan.Kind(rawValue: kind), price, of: object)
            let commitment = plan["commitmentDisplayPrice"].flatMap { self.price($0) }
            plans.append(
                StoreKitConfiguration.BillingPlan(
                    kind: StoreKitConfiguration.BillingPlan.Kind(rawValue: kind), price: price,
                    commitmentPrice: commitment ?? price, internalID: plan.string("internalID", &log),
                    isEnabled: plan.bool("isEnabled", &log) ?? true))
        }
        return plans
    }

    /// Tells what of a plan makes no difference.
    private mutating func noteUnused(
        _ plan: JSONObject, _ kind: StoreKitConfiguration.BillingPlan.Kind, _ price: Decimal, of product: JSONObject
    ) {
        var quiet = FileDiagnosticLog(file: "")
        switch kind {
        case .monthly: break
        case .billedUpFront:
            if plan.bool("isEnabled", &quiet) == false {
                log.warn(plan.path(to: "isEnabled"), "what is paid up front is sold all the same")
            }
            if case .string(let text)? = product["displayPrice"]?.value, let usual = Self.decimal(text), usual != price
            {
                log.warn(plan.path(to: "displayPrice"), "the product's own price counts, which is \(usual)")
            }
        default:
            log.warn(plan.path(to: "billingPlanType"), "\"\(kind.rawValue.prefix(64))\" is no plan that is sold here")
        }
    }
}
