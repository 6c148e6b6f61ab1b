public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A signed app transaction, with the App Store's spelling: how the customer got the app.
public struct AppTransactionPayload: SignedPayload {
    let fields: SignedFields

    /// Decodes an app transaction that is not verified.
    public init(json: Data) throws(SignedDataFailure) {
        fields = try SignedFields(payload: Array(json), of: "payload")
    }

    /// Where it was signed: the member `receiptType`.
    public var environment: StoreEnvironment? { fields.text("receiptType").map { .init(rawValue: $0) } }
    /// The app's number in the App Store; missing or 0 in a sandbox.
    package var appID: UInt64? { fields.integer("appAppleId").flatMap { UInt64(exactly: $0) } }
    /// The app's bundle identifier.
    package var bundleID: String? { fields.text("bundleId") }
    /// The running version of the app.
    package var appVersion: String? { fields.text("applicationVersion") }
    /// The App Store's number of the running version.
    package var appVersionID: UInt64? { fields.integer("versionExternalIdentifier").flatMap { UInt64(exactly: $0) } }
    /// When the App Store signed it: the member `receiptCreationDate`.
    public var signedDate: Date? { fields.time("receiptCreationDate")?.date }
    /// When the customer got the app first.
    package var originalPurchaseDate: Date? { fields.time("originalPurchaseDate")?.date }
    /// The first version of the app that the customer got.
    package var originalAppVersion: String? { fields.text("originalApplicationVersion") }
    /// When the customer pre-ordered the app.
    package var preorderDate: Date? { fields.time("preorderDate")?.date }
    /// Identifies the customer's copy of the app.
    package var appTransactionID: String? { fields.text("appTransactionId") }
    /// The platform on which the customer got the app first, in the App Store's spelling.
    package var originalPlatform: String? { fields.text("originalPlatform") }
    /// When the App Store revoked the app.
    package var revocationDate: Date? { fields.time("appRevocationDate")?.date }
    /// The kind of store, such as `CONSUMER`; missing in data from before iOS 27.
    package var storeType: String? { fields.text("storeType") }
    /// When it was requested; only Xcode sets it.
    package var requestDate: Date? { fields.time("requestDate")?.date }
    /// Proves that it was signed for one device.
    package var deviceVerification: DeviceVerification? { fields.deviceVerification }

    /// The members without a property in this version, or with another type, as one JSON object.
    public var unknownFields: String? {
        fields.rest(
            without: Self.keys, unreported: deviceVerification == nil ? SignedFields.deviceKeys : nil,
            appID == nil ? ["appAppleId": .integer] : nil,
            appVersionID == nil ? ["versionExternalIdentifier": .integer] : nil)
    }

    private static let keys: [String: SignedFields.Kind] = [
        "receiptType": .text, "appAppleId": .integer, "bundleId": .text, "applicationVersion": .text,
        "versionExternalIdentifier": .integer, "receiptCreationDate": .time, "originalPurchaseDate": .time,
        "originalApplicationVersion": .text, "preorderDate": .time, "appTransactionId": .text,
        "originalPlatform": .text, "appRevocationDate": .time, "storeType": .text, "requestDate": .time,
    ].and(SignedFields.deviceKeys)
}

extension AppTransactionPayload {
    /// The app transaction as a `StoreAppTransaction`, without its signed form.
    ///
    /// - Throws: ``SignedDataFailure`` with ``SignedDataFailure/Code/unreadableField`` when the app, a version, the purchase date or the
    ///   environment is missing.
    public func storeAppTransaction() throws(SignedDataFailure) -> StoreAppTransaction {
        var result = StoreAppTransaction(
            bundleID: try fields.needed("bundleId", bundleID),
            appVersion: try fields.needed("applicationVersion", appVersion),
            originalAppVersion: try fields.needed("originalApplicationVersion", originalAppVersion),
            originalPurchaseDate: try fields.needed("originalPurchaseDate", originalPurchaseDate),
            environment: try fields.needed("receiptType", environment))
        result.appID = appID
        result.appVersionID = appVersionID
        result.appTransactionID = appTransactionID
        result.originalPlatform = originalPlatform
        result.preorderDate = preorderDate
        result.revocationDate = revocationDate
        result.signedDate = signedDate
        result.deviceVerification = deviceVerification
        return result
    }
}
