#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreTransaction.MultiSeatInfo {
    /// Who invites the members of a subscription with seats: the App Store's spelling; unknown ones are kept.
    public struct InvitationManagement: RawRepresentable, Sendable, Hashable, Codable {
        /// The App Store's spelling.
        public var rawValue: String
        /// A model by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The App Store invites: each member has a transaction of the ownership `.assigned`.
        public static let apple = InvitationManagement(rawValue: "APPLE")
        /// The app invites: members have no transactions, and the app's server records who has a seat.
        public static let developer = InvitationManagement(rawValue: "DEVELOPER")
    }

    /// How many seats were bought at one price.
    public struct PriceTier: Sendable, Hashable, Codable {
        /// The price of one seat, in the transaction's currency.
        public var price: Decimal
        /// How many seats were bought at this price.
        public var quantity: Int

        /// Seats at one price.
        public init(price: Decimal, quantity: Int) {
            self.price = price.exactPrice
            self.quantity = quantity
        }
    }

    var revokedSeats: Int { max(0, revokedSeatQuantity ?? 0) }

    /// The inviter and the prices; revoked seats are compared separately.
    var unrevoked: Self { Self(invitationManagement: invitationManagement, priceTiers: priceTiers) }
}

extension [StoreTransaction.MultiSeatInfo.PriceTier] {
    /// The highest price first: backends list them in any order.
    var inOrder: Self {
        sorted { ($1.price, $0.quantity) < ($0.price, $1.quantity) }
    }

    /// The total price of all seats.
    package var total: Decimal { reduce(0) { $0 + $1.price * Decimal($1.quantity) } }
}
