public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A notification of the App Store (version 2), with its spelling; the signed parts are text here.
///
/// The type is the event, never the state of a subscription. The state follows from the signed transaction and renewal
/// info; the latest signature counts, in any order of arrival.
public struct NotificationPayload: SignedPayload {
    let fields: SignedFields

    /// Decodes a notification that is not verified.
    public init(json: Data) throws(SignedDataFailure) {
        fields = try SignedFields(payload: Array(json), of: "payload")
    }

    /// What happened.
    public var type: NotificationType? { fields.text("notificationType").map { .init(rawValue: $0) } }
    /// What happened, more exactly.
    public var subtype: Subtype? { fields.text("subtype").map { .init(rawValue: $0) } }
    /// Identifies the notification; the App Store repeats the same one until it is answered.
    public var notificationID: String? { fields.text("notificationUUID") }
    /// The version of the form, such as `2.0`.
    public var version: String? { fields.text("version") }
    /// When the App Store signed it.
    public var signedDate: Date? { fields.time("signedDate")?.date }
    /// About a transaction or a subscription.
    public var data: TransactionData? { fields.object("data").map { TransactionData(fields: $0) } }
    /// The result of a mass extension.
    public var summary: Summary? { fields.object("summary").map { Summary(fields: $0) } }
    /// About a purchase outside the App Store.
    public var externalPurchaseToken: ExternalPurchaseToken? {
        fields.object("externalPurchaseToken").map { ExternalPurchaseToken(fields: $0) }
    }
    /// About the app itself.
    public var appData: AppData? { fields.object("appData").map { AppData(fields: $0) } }
    /// The seats that the App Store has withdrawn from members whom the app invited.
    public var unclaimInfo: UnclaimInfo? { fields.object("unclaimInfo").map { UnclaimInfo(fields: $0) } }

    /// The environment of its part.
    public var environment: StoreEnvironment? { part.environment }
    /// The bundle identifier of its part.
    public var bundleID: String? { part.bundleID }
    /// The app's number in the App Store; missing in a sandbox.
    public var appID: UInt64? { part.appID }

    /// The members without a property in this version, or with another type, as one JSON object.
    public var unknownFields: String? { fields.rest(without: Self.keys) }

    /// The parts that it has, in this order; the store signs one.
    var parts: [any NotificationPart] {
        let all: [(any NotificationPart)?] = [data, summary, externalPurchaseToken, appData]
        let parts = all.compactMap { $0 }
        // Beside another part, it need not name the app once more.
        guard let unclaimInfo, parts.isEmpty || unclaimInfo.bundleID != nil else { return parts }
        return parts + [unclaimInfo]
    }

    /// The part that names its app: the first that it has.
    private var part: any NotificationPart { parts.first ?? AppData(fields: SignedFields(members: [:])) }

    private static let keys: [String: SignedFields.Kind] = [
        "notificationType": .text, "subtype": .text, "notificationUUID": .text, "version": .text, "signedDate": .time,
        "data": .object, "summary": .object, "externalPurchaseToken": .object, "appData": .object,
        "unclaimInfo": .object,
    ]
}
