#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How the customer came by the app itself, as the store signed it.
///
/// Field meanings follow StoreKit's `AppTransaction`.
public struct StoreAppTransaction: Sendable, Hashable {
    /// The app's bundle identifier.
    public var bundleID: String
    /// The version of the app that runs.
    public var appVersion: String
    /// The version of the app that the customer got first.
    public var originalAppVersion: String
    /// When the customer got the app first.
    public var originalPurchaseDate: Date
    /// Where it happened.
    public var environment: StoreEnvironment
    /// The app's number in the store; `nil` where it has none, as in a sandbox.
    public var appID: UInt64?
    /// The store's number of the version that runs.
    public var appVersionID: UInt64?
    /// Identifies the customer's copy of the app.
    public var appTransactionID: String?
    /// The platform on which the customer got the app first, in the store's spelling.
    public var originalPlatform: String?
    /// When the customer ordered the app in advance.
    public var preorderDate: Date?
    /// When the store took the app back.
    public var revocationDate: Date?
    /// When the store described it like this.
    public var signedDate: Date?
    /// Proves that it was signed for this device.
    public var deviceVerification: DeviceVerification?
    /// The signed form (compact JWS), for the app's server.
    public var jwsRepresentation: String?

    /// What is always reported; set the others as the platform reports them.
    public init(
        bundleID: String, appVersion: String, originalAppVersion: String, originalPurchaseDate: Date,
        environment: StoreEnvironment
    ) {
        self.bundleID = bundleID
        self.appVersion = appVersion
        self.originalAppVersion = originalAppVersion
        self.originalPurchaseDate = originalPurchaseDate
        self.environment = environment
    }
}

extension StoreAppTransaction: CustomStringConvertible {
    /// The app in one line, such as `com.example.app 1.2, first got as 1.0 (Sandbox)`.
    public var description: String {
        let revoked = revocationDate == nil ? "" : ", revoked"
        return "\(bundleID) \(appVersion), first got as \(originalAppVersion)\(revoked) (\(environment))"
    }
}

/// What a platform signed for one device: the SHA-384 hash of `nonce` and the device's identifier.
public struct DeviceVerification: Sendable, Hashable, Codable {
    /// The hash.
    public var hash: Data
    /// What went into the hash before the device's identifier.
    public var nonce: UUID
    /// The device's identifier, where the platform reports it, so that the hash can be checked.
    public var deviceID: UUID?

    /// What was signed for a device.
    public init(hash: Data, nonce: UUID, deviceID: UUID? = nil) {
        self.hash = hash
        self.nonce = nonce
        self.deviceID = deviceID
    }
}

/// How asking for a refund ended.
public enum RefundRequestStatus: Sendable, Hashable {
    /// The store has the request; whether it pays back is reported by the transaction, which then comes as revoked.
    case success
    /// The customer thought better of it.
    case userCancelled
}
