import Foundation
import Purser

/// Values as an app's previews and tests make them.
enum Samples {
    /// 2026-01-31 12:00 UTC.
    static let date = Date(timeIntervalSince1970: 1_769_860_800)
    static let user = UUID(
        uuid: (0x7C, 0x9E, 0x66, 0x79, 0x74, 0x25, 0x40, 0xDE, 0x94, 0x4B, 0xE0, 0x7F, 0xC1, 0, 0, 1))
    static let signature = "eyJhbGciOiJFUzI1NiJ9.e30.c2VjcmV0"

    static func transaction(
        _ id: String = "42", _ productID: String = "com.example.seeds", _ type: StoreProduct.ProductType = .consumable,
        _ change: (inout StoreTransaction.Fields) -> Void = { _ in }
    ) -> StoreTransaction {
        var fields = StoreTransaction.Fields(id: id, productID: productID, productType: type, purchaseDate: date)
        fields.appAccountToken = user
        fields.jwsRepresentation = signature
        change(&fields)
        return StoreTransaction(fields)
    }

    /// A month of the club that ends on 28 February 2026.
    static let club = transaction("43", "com.example.club", .autoRenewable) { fields in
        fields.originalID = "41"
        fields.subscriptionGroupID = "club"
        fields.expirationDate = date.addingTimeInterval(28 * 86_400)
        fields.reason = .renewal
    }
    static let request = PaymentRequest(
        productID: "com.example.seeds", quantity: 3, appAccountToken: user, context: ["bed": "north, by the wall"],
        options: [.promotionalOffer("spring")], finishing: .manual)
    static let intent = PaymentIntent(
        token: PaymentToken(launch: 0x5C1, number: 2), request: request, requestedAt: date)
    static let update = StoreUpdate(sequence: 7, transaction: transaction(), intent: intent)
    static let failure = PurchaseFailure(.deliveryFailed, "No bed is free.")
}
