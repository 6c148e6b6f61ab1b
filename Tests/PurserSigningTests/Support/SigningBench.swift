#if Verification
    import Foundation
    import Purser
    import PurserSimulator
    import PurserVerification

    @testable import PurserSigning

    /// An App Store that signs, with what a test needs beside it.
    struct SigningBench {
        /// Made once: a key for receipts takes a while.
        private static let shared = Result { try SigningAuthority() }
        static let device = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

        let authority: SigningAuthority
        let clock = MovedClock()
        let appStore: EmbeddedAppStore

        init(_ change: (inout SimulatorSettings) -> Void = { _ in }) async throws {
            authority = try Self.shared.get()
            var settings = SimulatorSettings()
            settings.app = SimulatedApp(bundleID: "com.example.garden", version: "12")
            change(&settings)
            appStore = EmbeddedAppStore(catalog: Self.catalog(settings), clock: clock)
            await appStore.sign(by: authority, deviceID: Self.device)
        }

        func verifier(_ environments: Set<StoreEnvironment> = [.localTesting]) throws -> SignedDataVerifier {
            try SignedDataVerifier(authority.accepted(bundleID: "com.example.garden", environments: environments))
        }

        private static func catalog(_ settings: SimulatorSettings) -> SimulatorCatalog {
            let offers = [
                StoreOffer(
                    type: .introductory, paymentMode: .freeTrial, price: 0, period: SubscriptionPeriod(1, .week)),
                StoreOffer(
                    type: .promotional, id: "spring", paymentMode: .payAsYouGo, price: 2,
                    period: SubscriptionPeriod(1, .month), periodCount: 2),
            ]
            return SimulatorCatalog(
                products: [
                    .simulated("coins"), .simulated("lamp", .nonConsumable, price: 5),
                    .simulated("gold", .autoRenewable, price: 10, level: 1, isFamilyShareable: true),
                    .simulated("silver", .autoRenewable, price: 4, level: 2, offers: offers),
                    .simulated(
                        "team", .autoRenewable, price: 10, group: "teams",
                        seatPriceTiers: [
                            .init(minimumSeats: 1, maximumSeats: 2, price: 10, displayPrice: ""),
                            .init(minimumSeats: 3, price: 5, displayPrice: ""),
                        ]),
                ], settings: settings)
        }
    }

    /// A clock that the test moves.
    final class MovedClock: StoreClock {
        private let reading = Lock(Duration.zero)
        private static let start = Date(timeIntervalSince1970: 1_735_689_600)

        func now() -> Duration { reading.withLock { $0 } }
        func currentDate() -> Date { Self.start + now() / .seconds(1) }
        func sleep(until deadline: Duration) async throws { try await Task.sleep(for: .seconds(86_400)) }
        func move(days: Int) { reading.withLock { $0 += .seconds(days * 86_400) } }
    }
#endif
