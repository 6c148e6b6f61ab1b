#if canImport(StoreKit)
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    // Seats are read from the signed JSON, by the names in Apple's documentation: so they are known even if the app was
    // built with an older SDK, which has no properties for them.
    extension StoreTransaction.Fields {
        /// Reads the seats of a subscription; nothing if the JSON has none.
        mutating func readSeats(from json: Data) {
            guard let seats = SignedSeats(json) else { return }
            additionalTransactionReason = seats.additionalTransactionReason.map { .init(rawValue: $0) }
            multiSeatInfo = seats.multiSeatInfo.map {
                .init(
                    invitationManagement: .init(rawValue: $0.invitationManagement ?? ""),
                    priceTiers: ($0.priceTiers ?? []).map(\.tier), revokedSeatQuantity: $0.revokedSeatQuantity)
            }
        }
    }

    extension StoreRenewalInfo {
        /// Reads the seats of the next period; nothing if the JSON has none.
        mutating func readSeats(from json: Data) {
            guard let seats = SignedSeats(json) else { return }
            renewalQuantity = seats.renewalQuantity
            multiSeatInfo = seats.multiSeatInfo.map {
                .init(renewalPriceTiers: ($0.renewalPriceTiers ?? []).map(\.tier))
            }
        }
    }

    /// The signed fields of seats, under the App Store's names.
    private struct SignedSeats: Decodable {
        struct Info: Decodable {
            var invitationManagement: String?
            var priceTiers: [Tier]?
            var renewalPriceTiers: [Tier]?
            var revokedSeatQuantity: Int?
        }

        struct Tier: Decodable {
            /// In thousandths of the currency's unit.
            var tierPrice: Int64
            var tierQuantity: Int

            var tier: StoreTransaction.MultiSeatInfo.PriceTier {
                .init(price: Decimal(tierPrice) / 1_000, quantity: tierQuantity)
            }
        }

        var multiSeatInfo: Info?
        var additionalTransactionReason: String?
        var renewalQuantity: Int?

        /// `nil` when no seats are named; most subscriptions name none, and are not read further.
        init?(_ json: Data) {
            guard json.firstRange(of: Self.name) != nil,
                let seats = try? JSONDecoder().decode(Self.self, from: json)
            else { return nil }
            self = seats
        }

        private static let name = Data("\"multiSeatInfo\"".utf8)
    }
#endif
