import Purser
import PurserFormats

extension ConfigurationReader {
    mutating func groups(_ root: JSONObject) -> [StoreKitConfiguration.SubscriptionGroup] {
        var groups: [StoreKitConfiguration.SubscriptionGroup] = []
        var ids: Set<String> = []
        for (index, object) in root.objects("subscriptionGroups", &log).enumerated() {
            let name = object.string("name", &log)
            var id = object.string("id", insteadOf: ["groupID", "subscriptionGroupID"], &log) ?? ""
            if id.isEmpty {
                id = name.flatMap { $0.isEmpty ? nil : $0 } ?? "group-\(index + 1)"
                log.warn(object.path(to: "id"), "the group's id is missing; \"\(id)\" is used")
            }
            if !ids.insert(id).inserted {
                log.warn(object.path(to: "id"), "another group already has the id \"\(id)\"; both are treated as one")
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
            product.subscription = StoreKitConfiguration.Subscription(object, groupID: groupID, period, &log)
            subscriptions.append(product)
        }
        return subscriptions
    }

    private mutating func renewalPeriod(_ object: JSONObject) -> SubscriptionPeriod? {
        let key = "recurringSubscriptionPeriod"
        guard let node = object.node(key, insteadOf: ["subscriptionPeriod", "period"], &log) else {
            log.error(object.path(to: key), "the period is missing, such as \"P1M\"; the entry is skipped")
            return nil
        }
        return node.period(&log)
    }
}
