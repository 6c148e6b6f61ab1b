// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

#if canImport(UIKit)
    public import UIKit
#endif

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public enum AppStore: Sendable {
    public static var canMakePayments: Bool { FakeStore.current.canMakePayments }
    public static var deviceVerificationID: UUID? { FakeStore.current.deviceID }
    public static func sync() async throws { try await FakeStore.current.sync() }

    public struct Environment: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let production = Environment(rawValue: "Production")
        public static let sandbox = Environment(rawValue: "Sandbox")
        public static let xcode = Environment(rawValue: "Xcode")
    }

    @available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
    public struct Platform: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let iOS = Platform(rawValue: "iOS")
        public static let macOS = Platform(rawValue: "macOS")
        public static let tvOS = Platform(rawValue: "tvOS")
        public static let visionOS = Platform(rawValue: "visionOS")
    }

    #if canImport(UIKit)
        @MainActor
        public static func showManageSubscriptions(in scene: UIWindowScene) async throws {
            await FakeStore.current.shown("subscriptions")
        }

        @MainActor
        public static func showManageSubscriptions(
            in scene: UIWindowScene, subscriptionGroupID: String
        ) async throws { await FakeStore.current.shown("subscriptions of \(subscriptionGroupID)") }

        @available(iOS, introduced: 16.0, deprecated: 27.0)
        @MainActor
        public static func presentOfferCodeRedeemSheet(in scene: UIWindowScene) async throws {
            _ = try await FakeStore.current.redeemCode(tellsUpdates: true)
        }

        #if STOREKIT_27
            public struct RedeemOption: Hashable, Sendable {}

            @available(iOS 27.0, visionOS 27.0, *)
            @MainActor
            public static func presentOfferCodeRedeemSheet(
                from viewController: UIViewController, options: Set<RedeemOption> = []
            ) async throws -> VerificationResult<Transaction> {
                guard let redeemed = try await FakeStore.current.redeemCode(tellsUpdates: false) else {
                    throw StoreKitError.userCancelled
                }
                return redeemed
            }
        #endif
    #endif
}
