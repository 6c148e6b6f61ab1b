#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The parameters of one purchase.
///
/// The ledger keeps them until the transaction has arrived.
public struct PaymentRequest: Sendable, Hashable, Codable {
    /// The product to buy.
    public var productID: String
    /// How many to buy, from 1 to ``maximumQuantity``.
    public var quantity: Int
    /// The app's own user: a UUID that the App Store copies to the transaction.
    public var appAccountToken: UUID?
    /// The user of the account token; `nil` when there is none.
    package var user: UserID? { appAccountToken.map(UserID.init) }
    /// The app's own text, which comes back with the transaction, however late that arrives.
    public var context: [String: String]
    /// Offers and other details.
    public var options: Set<PurchaseOption>
    /// Who finishes the transaction; `nil` uses ``PurchaseStore/Configuration/finishing``.
    ///
    /// It is never `nil` once the payment is recorded.
    public var finishing: Finishing?

    /// The largest quantity that the App Store accepts in one payment.
    public static let maximumQuantity = 10
    /// The largest number of seats of one subscription, in a payment and in a transaction.
    public static let maximumSeats = 1_000_000
    /// The largest context, counted in UTF-8 bytes of all keys and values.
    public static let maximumContextBytes = 16_384
    /// The largest options, counted in bytes of all their texts and data.
    public static let maximumOptionBytes = 16_384
    /// The longest product identifier, in UTF-8 bytes; App Store Connect allows 100 characters.
    public static let maximumProductIDBytes = 255

    /// Makes a request for one product.
    public init(
        productID: String, quantity: Int = 1, appAccountToken: UUID? = nil, context: [String: String] = [:],
        options: Set<PurchaseOption> = [], finishing: Finishing? = nil
    ) {
        self.productID = productID
        self.quantity = quantity
        self.appAccountToken = appAccountToken
        self.context = context
        self.options = options
        self.finishing = finishing
    }
}

extension PaymentRequest {
    /// Reads the request; options may be missing, because earlier versions did not write them.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            productID: try container.decode(String.self, forKey: .productID),
            quantity: try container.decode(Int.self, forKey: .quantity),
            appAccountToken: try container.decodeIfPresent(UUID.self, forKey: .appAccountToken),
            context: try container.decode([String: String].self, forKey: .context),
            options: try container.decodeIfPresent(Set<PurchaseOption>.self, forKey: .options) ?? [],
            finishing: try container.decodeIfPresent(Finishing.self, forKey: .finishing))
    }
}

/// Who finishes a transaction, and when.
public enum Finishing: String, Sendable, Hashable, Codable {
    /// Purser finishes it, after it was recorded, its content was installed, and the grant handler has succeeded.
    case atomic
    /// The app finishes it by calling `finish()`.
    ///
    /// Until then it is delivered again at each launch.
    case manual
}
