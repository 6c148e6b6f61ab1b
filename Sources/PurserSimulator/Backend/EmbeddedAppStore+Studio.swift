package import Purser

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

// What a program gets that shows an App Store of its own process, in the form that clients of a socket get.
extension EmbeddedAppStore {
    /// An event as clients get it; a notification with what it says, and signed where this App Store signs.
    package func steeringJSON(of event: AppStoreEvent) -> JSONValue {
        guard case .notification(let notification) = event.content, case .object(var members) = event.json,
            case .object(var value)? = members["value"]
        else { return event.json }
        value["id"] = .string(notification.id.uuidString.lowercased())
        value["environment"] = .string(notification.environment.rawValue)
        value["bundleID"] = .string(notification.app.bundleID)
        value["state"] = notification.state.map { .string("\($0)") }
        value["product"] = (notification.transaction?.productID ?? notification.summary?.productID).map { .string($0) }
        value["transactionInfo"] = notification.transaction.map { JSONValue($0) }
        value["jws"] = signature(of: .notification(notification)).map { .string($0) }
        members["value"] = .object(value)
        return .object(members)
    }

    /// What goes wrong at present.
    package var conditions: JSONValue {
        .object([
            "isOnline": .bool(route.isOnline), "areAllowed": .bool(canMakePayments),
            "isCalm": .bool(route.faults.plan.isCalm),
            "defects": .object(
                Dictionary(
                    uniqueKeysWithValues: route.faults.plan.defects.map { ($0.key.rawValue, .number("\($0.value)")) })),
        ])
    }
}

extension SimulatorCatalog {
    /// A price, rounded to what can be paid in a currency: 9.99 becomes 10 yen.
    package static func payable(_ price: Decimal, currency: String?) -> Decimal {
        PriceText.payable(price, currency: currency)
    }
}
