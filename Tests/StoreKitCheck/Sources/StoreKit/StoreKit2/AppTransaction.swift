// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
public struct AppTransaction: Hashable, Sendable {
    public package(set) var appID: UInt64?
    public package(set) var appTransactionID = ""
    public package(set) var appVersion: String
    public package(set) var appVersionID: UInt64?
    public package(set) var bundleID: String
    public package(set) var environment = AppStore.Environment.xcode
    public package(set) var originalAppVersion: String
    public package(set) var originalPurchaseDate: Date
    package var platformText = "iOS"
    @available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
    public var originalPlatform: AppStore.Platform { AppStore.Platform(rawValue: platformText) }
    public package(set) var preorderDate: Date?
    public package(set) var signedDate: Date
    public package(set) var deviceVerification = Data([1])
    public package(set) var deviceVerificationNonce = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    public package(set) var jsonRepresentation = Data("{}".utf8)
    package var revoked: Date?

    package init(
        bundleID: String, appVersion: String, originalAppVersion: String, originalPurchaseDate: Date, signedDate: Date
    ) {
        self.bundleID = bundleID
        self.appVersion = appVersion
        self.originalAppVersion = originalAppVersion
        self.originalPurchaseDate = originalPurchaseDate
        self.signedDate = signedDate
    }

    public static var shared: VerificationResult<AppTransaction> {
        get async throws { try await FakeStore.current.appTransaction(refresh: false) }
    }

    public static func refresh() async throws -> VerificationResult<AppTransaction> {
        try await FakeStore.current.appTransaction(refresh: true)
    }
}

#if STOREKIT_27
    // iOS 16, back-deployed before 27.
    extension AppTransaction {
        public var revocationDate: Date? { revoked }
    }
#endif
