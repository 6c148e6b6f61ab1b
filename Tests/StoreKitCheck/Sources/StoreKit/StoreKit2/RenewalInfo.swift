// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension Product.SubscriptionInfo {
    public struct RenewalState: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let subscribed = RenewalState(rawValue: 1)
        public static let expired = RenewalState(rawValue: 2)
        public static let inBillingRetryPeriod = RenewalState(rawValue: 3)
        public static let inGracePeriod = RenewalState(rawValue: 4)
        public static let revoked = RenewalState(rawValue: 5)
    }

    public struct Status: Hashable, Sendable {
        public let state: RenewalState
        public let transaction: VerificationResult<Transaction>
        public let renewalInfo: VerificationResult<RenewalInfo>

        package init(
            state: RenewalState, transaction: VerificationResult<Transaction>,
            renewalInfo: VerificationResult<RenewalInfo>
        ) {
            (self.state, self.transaction, self.renewalInfo) = (state, transaction, renewalInfo)
        }

        public struct Statuses: AsyncSequence, Sendable {
            public typealias Element = Status
            let make: @Sendable () -> AsyncStream<Status>
            public struct AsyncIterator: AsyncIteratorProtocol {
                var inner: AsyncStream<Status>.AsyncIterator
                public mutating func next() async -> Status? { await inner.next() }
            }
            public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(inner: make().makeAsyncIterator()) }
        }

        public static var updates: Statuses { Statuses { FakeStore.current.statusUpdates() } }
    }

    public struct RenewalInfo: Hashable, Sendable {
        public let originalTransactionID: UInt64
        public let currentProductID: String
        public let willAutoRenew: Bool
        public package(set) var autoRenewPreference: String?
        public package(set) var expirationReason: ExpirationReason?
        public package(set) var priceIncreaseStatus = PriceIncreaseStatus.noIncreasePending
        public package(set) var isInBillingRetry = false
        public package(set) var gracePeriodExpirationDate: Date?
        package var nextOffer: Transaction.Offer?
        @available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
        public var offer: Transaction.Offer? { nextOffer }
        public package(set) var environment = AppStore.Environment.xcode
        public package(set) var recentSubscriptionStartDate: Date
        public package(set) var renewalDate: Date?
        public package(set) var renewalPrice: Decimal?
        public package(set) var currency: Locale.Currency?
        package var winBackIDs: [String] = []
        @available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
        public var eligibleWinBackOfferIDs: [String] { winBackIDs }
        public package(set) var appAccountToken: UUID?
        public package(set) var appTransactionID = ""
        public package(set) var signedDate: Date
        public package(set) var deviceVerification = Data([1])
        public package(set) var deviceVerificationNonce = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        public package(set) var jsonRepresentation = Data("{}".utf8)
        package var planText: String?
        package var bundleTexts: [String?] = [nil, nil, nil]
        package var leavesBundle = false

        package init(
            originalTransactionID: UInt64, currentProductID: String, willAutoRenew: Bool, start: Date, signedDate: Date
        ) {
            self.originalTransactionID = originalTransactionID
            self.currentProductID = currentProductID
            self.willAutoRenew = willAutoRenew
            recentSubscriptionStartDate = start
            self.signedDate = signedDate
        }

        public struct ExpirationReason: RawRepresentable, Hashable, Sendable {
            public let rawValue: Int
            public init(rawValue: Int) { self.rawValue = rawValue }
            public static let autoRenewDisabled = ExpirationReason(rawValue: 1)
            public static let billingError = ExpirationReason(rawValue: 2)
            public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)
            public static let productUnavailable = ExpirationReason(rawValue: 4)
            public static let unknown = ExpirationReason(rawValue: 5)
        }

        @frozen public enum PriceIncreaseStatus: Hashable, Sendable {
            case noIncreasePending
            case pending
            case agreed
        }
    }
}

#if STOREKIT_26_5 || STOREKIT_27
    extension Product.SubscriptionInfo.RenewalInfo {
        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        public var renewalBillingPlanType: Product.SubscriptionInfo.BillingPlanType? {
            planText.map { .init(rawValue: $0) }
        }

        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        public struct CommitmentInfo: Hashable, Sendable {
            public let autoRenewPreference: String
            public let renewalBillingPlanType: Product.SubscriptionInfo.BillingPlanType
            public let renewalDate: Date
            public let renewalPrice: Decimal
            public let willAutoRenew: Bool
        }

        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        public var commitmentInfo: CommitmentInfo? { nil }
    }
#endif

#if STOREKIT_27
    // iOS 15, back-deployed before 27.
    extension Product.SubscriptionInfo.RenewalInfo {
        public var bundleProductID: String? { bundleTexts[0] }
        public var bundleSubscriptionGroupID: String? { bundleTexts[1] }
        public var bundleOriginalTransactionID: String? { bundleTexts[2] }
        public var willUnbundle: Bool { leavesBundle }
    }
#endif
