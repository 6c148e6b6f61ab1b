#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The customer's purchase of the app itself, as the App Store signed it.
///
/// Field meanings follow StoreKit's `AppTransaction`.
public struct StoreAppTransaction: Sendable, Hashable, CustomStringConvertible {
    /// The app's bundle identifier.
    public var bundleID: String
    /// The version of the running app.
    public var appVersion: String
    /// The first version of the app that the customer had.
    public var originalAppVersion: String
    /// When the customer first got the app.
    public var originalPurchaseDate: Date
    /// The environment of the purchase.
    public var environment: StoreEnvironment
    /// The app's number in the App Store; `nil` where it has none, as in a sandbox.
    public var appID: UInt64?
    /// The App Store's number of the running version.
    public var appVersionID: UInt64?
    /// Identifies the customer's copy of the app.
    public var appTransactionID: String?
    /// The platform on which the customer first got the app, in the App Store's spelling.
    public var originalPlatform: String?
    /// When the customer ordered the app in advance.
    public var preorderDate: Date?
    /// When the App Store revoked the app.
    public var revocationDate: Date?
    /// When the App Store signed this.
    public var signedDate: Date?
    /// The proof that it was signed for this device.
    public var deviceVerification: DeviceVerification?
    /// The signed form (compact JWS), for the app's server.
    public var jwsRepresentation: String?

    /// Makes an app transaction from the required fields; set the others as the platform reports them.
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

    /// The app in one line, such as `com.example.app 1.2, first got as 1.0 (Sandbox)`.
    public var description: String {
        let revoked = revocationDate == nil ? "" : ", revoked"
        return "\(bundleID) \(appVersion), first got as \(originalAppVersion)\(revoked) (\(environment))"
    }
}

/// A signature for one device: the SHA-384 hash of `nonce` and the device's identifier.
public struct DeviceVerification: Sendable, Hashable, Codable {
    /// The hash.
    public var hash: Data
    /// The value that was hashed before the device's identifier.
    public var nonce: UUID
    /// The device's identifier, if the platform reports it, so that the hash can be checked.
    public var deviceID: UUID?

    /// Makes a signature for a device.
    public init(hash: Data, nonce: UUID, deviceID: UUID? = nil) {
        self.hash = hash
        self.nonce = nonce
        self.deviceID = deviceID
    }
}

/// The result of a refund request.
public enum RefundRequestStatus: Sendable, Hashable {
    /// The App Store has the request; if it refunds, the transaction arrives as revoked.
    case success
    /// The customer cancelled the request.
    case userCancelled
}
