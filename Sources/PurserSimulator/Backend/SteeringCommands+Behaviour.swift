import Purser
import PurserFormats

extension SteeringCommands {
    /// The App Store's behavior.
    static let behaving: [String: Act] = [
        "ask": { store, request in
            let isOn = try request.flag("on")
            await store.updateSettings { $0.asksToBuy = isOn }
        },
        "grace": { store, request in
            let isOn = try request.flag("on")
            await store.updateSettings { $0.hasBillingGracePeriod = isOn }
        },
        "network": { store, request in await store.setOnline(try request.flag("on")) },
        "payments": { store, request in await store.setCanMakePayments(try request.flag("on")) },
        "storefront": { store, request in
            let country = try request.text("country")
            guard let storefront = StoreStorefront.appStore(in: country) else {
                throw SteeringRequest.invalid("\(country) is not a storefront. Write three letters, such as \"DEU\".")
            }
            try await store.setStorefront(storefront)
        },
        "faults": { store, request in
            let isChaos = try request.flag("chaos")
            let seed = try request.count("seed", in: 0...Int(Int32.max), or: 0)
            await store.setFaults(isChaos ? .chaos(seed: UInt64(seed)) : .none)
        },
        "defects": { store, request in
            let chances = try request.chances("chances")
            let known = Set(StoreDefect.all.map(\.rawValue))
            if let unknown = chances.keys.first(where: { !known.contains($0) }) {
                throw SteeringRequest.invalid(
                    "There is no defect \(unknown). The defects are \(known.sorted().joined(separator: ", ")).")
            }
            let defects = Dictionary(uniqueKeysWithValues: chances.map { (StoreDefect(rawValue: $0.key), $0.value) })
            await store.setFaults(FaultPlan(defects: defects))
        },
        "reset": { store, _ in try await store.resetToDefaultState() },
        "clear": { store, _ in try await store.clearTransactions() },
    ]

    /// The current faults.
    static func conditions(of store: isolated EmbeddedAppStore) -> JSONValue {
        let plan = store.route.faults.plan
        return .object([
            "isOnline": .bool(store.route.isOnline), "areAllowed": .bool(store.canMakePayments),
            "isCalm": .bool(plan.isCalm),
            "defects": .object(
                Dictionary(uniqueKeysWithValues: plan.defects.map { ($0.key.rawValue, .number("\($0.value)")) })),
        ])
    }
}
