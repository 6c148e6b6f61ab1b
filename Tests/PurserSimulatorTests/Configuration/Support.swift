import Foundation
import Purser
import PurserSimulator

/// Reads text as a configuration.
func configuration(_ text: String) throws -> StoreKitConfiguration {
    try StoreKitConfiguration(data: Data(text.utf8), file: "Test.storekit")
}

/// A file with one consumable whose members follow.
func file(product members: String) -> String {
    #"{"products":[{"productID":"a","type":"Consumable","displayPrice":"1",\#(members)}]}"#
}

/// A file with one monthly subscription whose members follow.
func file(subscription members: String) -> String {
    """
    {"subscriptionGroups":[{"id":"G","name":"Group","subscriptions":[{"productID":"s","type":"RecurringSubscription",
    "displayPrice":"4.99","recurringSubscriptionPeriod":"P1M",\(members)}]}]}
    """
}

extension StoreKitConfiguration {
    /// The diagnostics without their messages.
    var faults: [String] { diagnostics.map { "\($0.severity.rawValue) \($0.path)" } }

    /// The subscription of the first group's first product.
    var firstSubscription: Subscription? { subscriptionGroups.first?.subscriptions.first?.subscription }
}
