// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

#if canImport(UIKit)
    public import UIKit
#elseif canImport(AppKit)
    public import AppKit
#endif

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension Product {
    public enum PurchaseResult: Sendable {
        case success(VerificationResult<Transaction>)
        case userCancelled
        case pending
    }

    public enum PurchaseError: Error, Hashable {
        case invalidQuantity
        case productUnavailable
        case purchaseNotAllowed
        case ineligibleForOffer
        case invalidOfferIdentifier
        case invalidOfferPrice
        case invalidOfferSignature
        case missingOfferParameters
        #if STOREKIT_26_5 || STOREKIT_27
            @available(iOS 26.5, macOS 26.5, tvOS 26.5, watchOS 26.5, visionOS 26.5, *)
            case paymentMethodBindingConfigurationRequired
        #endif
    }

    @available(visionOS, unavailable)
    #if !STOREKIT_SEEDED
        // Where a seeded executor runs everything, the main thread would escape it.
        @MainActor
    #endif
    public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
        try await FakeStore.current.purchase(self, options)
    }

    #if canImport(UIKit)
        @available(iOS 17.0, tvOS 17.0, visionOS 1.0, *)
        @available(macOS, unavailable)
        @available(watchOS, unavailable)
        @MainActor
        public func purchase(
            confirmIn scene: some UIScene, options: Set<PurchaseOption> = []
        ) async throws -> PurchaseResult {
            await FakeStore.current.shown("purchase in a scene")
            return try await FakeStore.current.purchase(self, options)
        }

        @available(iOS 18.2, tvOS 18.2, visionOS 2.2, *)
        public func purchase(
            confirmIn viewController: UIViewController, options: Set<PurchaseOption> = []
        ) async throws -> PurchaseResult {
            await FakeStore.current.shown("purchase in a view controller")
            return try await FakeStore.current.purchase(self, options)
        }
    #elseif canImport(AppKit)
        @available(macOS 15.2, *)
        public func purchase(
            confirmIn window: NSWindow, options: Set<PurchaseOption> = []
        ) async throws -> PurchaseResult {
            await FakeStore.current.shown("purchase in a window")
            return try await FakeStore.current.purchase(self, options)
        }
    #endif
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public enum StoreKitError: Error, Sendable {
    case unknown
    case userCancelled
    case networkError(URLError)
    case systemError(any Error)
    case notAvailableInStorefront
    case notEntitled
    @available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
    case unsupported
    #if STOREKIT_27
        @available(iOS 27.0, macOS 27.0, tvOS 27.0, watchOS 27.0, visionOS 27.0, *)
        case invalidPresentationContext
    #endif
}

@available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
public struct InvalidRequestError: Error, Sendable {
    public let code: Int64
    public let message: String
}
