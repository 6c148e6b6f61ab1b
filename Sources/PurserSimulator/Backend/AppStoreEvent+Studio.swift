package import Purser

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

// Data for a program that shows an App Store of its own process.
extension AppStoreEvent {
    /// The event as socket clients get it; a notification includes its content, and its signature if the App Store
    /// signs.
    package func steeringJSON(in store: isolated EmbeddedAppStore) -> JSONValue {
        guard case .notification(let notification) = content, case .object(var members) = json,
            case .object(var value)? = members["value"]
        else { return json }
        value["id"] = .string(notification.id.uuidString.lowercased())
        value["environment"] = .string(notification.environment.rawValue)
        value["bundleID"] = .string(notification.app.bundleID)
        value["state"] = notification.state.map { .string("\($0)") }
        value["product"] = (notification.transaction?.productID ?? notification.summary?.productID).map { .string($0) }
        value["transactionInfo"] = notification.transaction.map { JSONValue($0) }
        value["jws"] = store.signature(of: .notification(notification)).map { .string($0) }
        members["value"] = .object(value)
        return .object(members)
    }
}

extension SimulatorCatalog {
    /// A price, rounded to an amount that can be paid in a currency: 9.99 becomes 10 yen.
    package static func payable(_ price: Decimal, currency: String?) -> Decimal {
        PriceText.payable(price, currency: currency)
    }
}
