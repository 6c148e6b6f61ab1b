import Foundation
import Observation
import Purser
import PurserObservation
import PurserSimulator

/// A shop for models: a lamp that one owns for good, seeds that one uses up, and a club.
enum Shop {
    static let ids = ["lamp", "seeds", "club"]

    static let products = [
        StoreProduct(id: "lamp", type: .nonConsumable, displayName: "Lamp", price: 3, displayPrice: "$3.00"),
        StoreProduct(id: "seeds", type: .consumable, displayName: "Seeds", price: 1, displayPrice: "$1.00"),
        StoreProduct(
            id: "club", type: .autoRenewable, displayName: "Club", price: 5, displayPrice: "$5.00",
            subscription: .init(
                subscriptionGroupID: "group", subscriptionPeriod: SubscriptionPeriod(1, .month),
                offers: [
                    StoreOffer(
                        type: .introductory, paymentMode: .freeTrial, price: 0, period: SubscriptionPeriod(1, .week))
                ])),
    ]

    static func appStore() -> EmbeddedAppStore { EmbeddedAppStore(catalog: SimulatorCatalog(products: products)) }

    static func open(_ appStore: EmbeddedAppStore) async throws(PurchaseFailure) -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.limits = .patient
        return try await PurchaseStore.open(configuration)
    }
}

extension CallLimits {
    /// For a machine on which a call may take minutes, because all other tests run beside it.
    static var patient: CallLimits {
        var limits = CallLimits()
        let patience = Duration.seconds(1_200)
        (limits.backend, limits.payment, limits.restore) = (patience, patience, patience)
        (limits.verifier, limits.grant, limits.revoke) = (patience, patience, patience)
        return limits
    }
}

/// Returns once a condition holds that reads observed properties alone, or the test is cancelled.
@MainActor func until(_ condition: @escaping @MainActor () -> Bool) async {
    while !Task.isCancelled {
        let changed = EventCount()
        let isMet = withObservationTracking {
            condition()
        } onChange: {
            // It is told before the change; the main actor looks again when that is made.
            changed.advance()
        }
        if isMet { return }
        try? await changed.wait(after: 0)
    }
}
