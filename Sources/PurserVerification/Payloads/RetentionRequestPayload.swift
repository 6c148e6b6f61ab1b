public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A signed request of the App Store, with its spelling, for the message to a customer who is about to cancel a
/// subscription.
///
/// The App Store posts it to the realtime address of the app's server, as the member `signedPayload`, and requires an
/// answer at once.
public struct RetentionRequestPayload: SignedPayload {
    let fields: SignedFields

    /// Decodes a request that is not verified.
    public init(json: Data) throws(SignedDataFailure) {
        fields = try SignedFields(payload: Array(json), of: "payload")
    }

    /// Identifies the request.
    public var requestID: UUID? { fields.uuid("requestIdentifier") }
    /// The subscription, by its first transaction.
    public var originalTransactionID: String? { fields.text("originalTransactionId") }
    /// The product that the customer has.
    public var productID: String? { fields.text("productId") }
    /// The locale of the customer's device, such as `en-US`.
    public var userLocale: String? { fields.text("userLocale") }
    /// The app's number in the App Store, the only field that identifies the app.
    public var appID: UInt64? { fields.integer("appAppleId").flatMap { UInt64(exactly: $0) } }
    /// Where it was signed.
    public var environment: StoreEnvironment? { fields.text("environment").map { .init(rawValue: $0) } }
    /// When the App Store signed it.
    public var signedDate: Date? { fields.time("signedDate")?.date }

    /// The members without a property in this version, or with another type, as one JSON object.
    public var unknownFields: String? {
        fields.rest(without: Self.keys, unreported: appID == nil ? ["appAppleId": .integer] : nil)
    }

    private static let keys: [String: SignedFields.Kind] = [
        "requestIdentifier": .uuid, "originalTransactionId": .text, "productId": .text, "userLocale": .text,
        "appAppleId": .integer, "environment": .text, "signedDate": .time,
    ]
}
