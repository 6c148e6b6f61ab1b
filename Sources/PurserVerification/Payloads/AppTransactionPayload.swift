public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A signed app transaction, as the store spells it: how the customer came by the app itself.
public struct AppTransactionPayload: SignedPayload {
    let fields: SignedFields

    /// Decodes an app transaction that is not verified.
    public init(json: Data) throws(SignedDataError) {
        fields = try SignedFields(payload: Array(json), of: "payload")
    }

    /// Where it was signed: the member `receiptType`.
    public var environment: StoreEnvironment? { fields.text("receiptType").map { .init(rawValue: $0) } }
    /// The app's number in the store; a sandbox has none, or 0.
    public var appID: UInt64? { fields.integer("appAppleId").flatMap { UInt64(exactly: $0) } }
    /// The app's bundle identifier.
    public var bundleID: String? { fields.text("bundleId") }
    /// The version of the app that runs.
    public var appVersion: String? { fields.text("applicationVersion") }
    /// The store's number of the version that runs.
    public var appVersionID: UInt64? { fields.integer("versionExternalIdentifier").flatMap { UInt64(exactly: $0) } }
    /// When the store signed it: the member `receiptCreationDate`.
    public var signedDate: Date? { fields.time("receiptCreationDate")?.date }
    /// When the customer got the app first.
    public var originalPurchaseDate: Date? { fields.time("originalPurchaseDate")?.date }
    /// The version of the app that the customer got first.
    public var originalAppVersion: String? { fields.text("originalApplicationVersion") }
    /// When the customer ordered the app in advance.
    public var preorderDate: Date? { fields.time("preorderDate")?.date }
    /// Identifies the customer's copy of the app.
    public var appTransactionID: String? { fields.text("appTransactionId") }
    /// The platform on which the customer got the app first, in the store's spelling.
    public var originalPlatform: String? { fields.text("originalPlatform") }
    /// When the store took the app back.
    public var revocationDate: Date? { fields.time("appRevocationDate")?.date }
    /// By which kind of store it was got, such as `CONSUMER`; absent in what was signed before iOS 27.
    public var storeType: String? { fields.text("storeType") }
    /// When it was asked for; Xcode tells it.
    public var requestDate: Date? { fields.time("requestDate")?.date }
    /// Proves that it was signed for one device.
    public var deviceVerification: DeviceVerification? { fields.deviceVerification }

    /// The members that this version has no property for, or of another type than the property's, as one JSON object.
    public var unknownFields: String? {
        fields.rest(
            without: Self.keys, untold: deviceVerification == nil ? SignedFields.deviceKeys : nil,
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
    /// The app transaction that a store tells, without its signed form.
    ///
    /// - Throws: ``SignedDataError`` with ``SignedDataError/Code/unreadableField`` when it does not name the app, its versions,
    ///   when the customer got it, or where.
    public func storeAppTransaction() throws(SignedDataError) -> StoreAppTransaction {
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
