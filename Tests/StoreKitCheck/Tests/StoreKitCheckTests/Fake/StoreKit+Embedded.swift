import Foundation
import Purser
import StoreKit

// The embedded store's values in StoreKit's types: the adapter's mapping the other way round.

extension Decimal {
    /// The amount as StoreKit reports it, made from a binary fraction: 17.879999999999995904 for 17.88.
    fileprivate var fromBinary: Decimal { Decimal(Double("\(self)") ?? 0) }
}

extension Product {
    init(_ reported: StoreProduct) {
        self.init(
            id: reported.id, type: .init(rawValue: reported.type.rawValue), displayName: reported.displayName,
            price: reported.price.fromBinary,
            displayPrice: reported.displayPrice)
        description = reported.description
        isFamilyShareable = reported.isFamilyShareable
        currencyCode = reported.currencyCode ?? "USD"
        if let locale = reported.priceLocale { priceLocale = locale }
        subscription = reported.subscription.map { reported in
            var info = SubscriptionInfo(
                subscriptionGroupID: reported.subscriptionGroupID,
                subscriptionPeriod: .init(reported.subscriptionPeriod))
            info.groupLevel = reported.groupLevel
            info.introductoryOffer = reported.introductoryOffer.map { .init($0, .introductory) }
            info.promotionalOffers = reported.promotionalOffers.map { .init($0, .promotional) }
            info.lapsedOffers = reported.winBackOffers.map { .init($0, .winBack) }
            info.seatTiers = reported.seatPriceTiers.map {
                .init(
                    first: $0.minimumSeats, last: $0.maximumSeats, price: $0.price.fromBinary,
                    displayPrice: $0.displayPrice)
            }
            return info
        }
    }
}

extension Product.SubscriptionPeriod {
    init(_ reported: Purser.SubscriptionPeriod) {
        let unit: Unit =
            switch reported.unit {
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            }
        self.init(reported.value, unit)
    }
}

extension Product.SubscriptionOffer {
    init(_ reported: StoreOffer, _ type: OfferType) {
        let mode: PaymentMode =
            switch reported.paymentMode {
            case .freeTrial: .freeTrial
            case .payAsYouGo: .payAsYouGo
            case .payUpFront: .payUpFront
            default: PaymentMode(rawValue: reported.paymentMode.rawValue)
            }
        self.init(
            id: reported.id, type: type, price: reported.price.fromBinary, period: .init(reported.period),
            paymentMode: mode)
        periodCount = reported.periodCount
        displayPrice = reported.displayPrice
    }
}

extension StoreKit.Storefront {
    init(_ reported: StoreStorefront) {
        self.init(id: reported.id ?? "", countryCode: reported.countryCode)
        currency = reported.currencyCode.map { Locale.Currency($0) }
    }
}

extension VerificationResult where SignedType == Transaction {
    init(_ reported: BackendTransaction) {
        let transaction = Transaction(reported.transaction)
        if case .verified = reported.verification {
            self = .verified(transaction)
        } else {
            self = .unverified(transaction, .invalidSignature)
        }
    }
}

extension StoreTransaction {
    /// Above all identifiers of the embedded App Store, whose other identifier of a refunded purchase is not a number.
    static let otherNames: UInt64 = 9_000_000_000_000_000_000

    /// The identifier as StoreKit has it.
    fileprivate var storeKitID: UInt64 {
        UInt64(id) ?? Self.otherNames + (UInt64(id.prefix { $0 != "-" }) ?? 0)
    }

    /// The identifier of the embedded App Store, of one that StoreKit has.
    static func embeddedID(_ storeKitID: UInt64) -> String {
        storeKitID < otherNames ? String(storeKitID) : "\(storeKitID - otherNames)-2"
    }
}

extension Transaction {
    init(_ reported: StoreTransaction) {
        self.init(
            id: reported.storeKitID, productID: reported.productID,
            productType: .init(rawValue: reported.productType.rawValue), purchaseDate: reported.purchaseDate,
            signedDate: reported.signedDate ?? reported.purchaseDate)
        originalID = UInt64(reported.originalID) ?? 0
        originalPurchaseDate = reported.originalPurchaseDate
        expirationDate = reported.expirationDate
        revocationDate = reported.revocationDate
        revocationReason = reported.revocationReason.map { .init(rawValue: $0.rawValue) }
        revocationTypeText = reported.revocationType?.rawValue
        revocationPercent = reported.revocationPercentage
        jsonRepresentation = reported.signedJSON
        isUpgraded = reported.isUpgraded
        ownershipType = .init(rawValue: reported.ownershipType.rawValue)
        subscriptionGroupID = reported.subscriptionGroupID
        appAccountToken = reported.appAccountToken
        purchasedQuantity = reported.purchasedQuantity
        reason = .init(rawValue: reported.reason.rawValue)
        price = reported.price?.fromBinary
        currency = reported.currencyCode.map { Locale.Currency($0) }
        storefront = StoreKit.Storefront(
            id: reported.storefrontID ?? "", countryCode: reported.storefrontCountryCode ?? "")
        environment = .init(rawValue: reported.environment.rawValue)
        webOrderLineItemID = reported.webOrderLineItemID
        appTransactionID = reported.appTransactionID ?? ""
        appBundleID = reported.appBundleID ?? ""
        appliedOffer = reported.offer.map { Offer($0) }
        billingPlanText = reported.billingPlanType?.rawValue
        previousOriginalID = reported.previousOriginalTransactionID.flatMap { UInt64($0) }
        if let info = reported.commitmentInfo {
            commitment = (
                UInt64(info.billingPeriodNumber), UInt64(info.totalBillingPeriods), info.expirationDate,
                info.price.fromBinary
            )
        }
        if let bundle = reported.bundle {
            bundleTexts = [
                bundle.productID, bundle.subscriptionGroupID, bundle.transactionID, bundle.originalTransactionID,
            ]
        }
    }
}

extension StoreTransaction {
    /// What is signed of a refund and of seats, in the App Store's own spelling.
    fileprivate var signedJSON: Data {
        var members: [String] = []
        if let type = revocationType { members.append("\"revocationType\":\"\(type.rawValue)\"") }
        if let percent = revocationPercentage { members.append("\"revocationPercentage\":\(percent * 1_000)") }
        if let info = multiSeatInfo {
            let revoked = info.revokedSeatQuantity.map { ",\"revokedSeatQuantity\":\($0)" } ?? ""
            let invitations = "\"invitationManagement\":\"\(info.invitationManagement.rawValue)\""
            members.append(
                "\"multiSeatInfo\":{\(invitations),\"priceTiers\":\(info.priceTiers.signedJSON)\(revoked)}")
        }
        if let reason = additionalTransactionReason {
            members.append("\"additionalTransactionReason\":\"\(reason.rawValue)\"")
        }
        return Data("{\(members.joined(separator: ","))}".utf8)
    }
}

extension StoreRenewalInfo {
    /// What is signed of the next period's seats, in the App Store's own spelling.
    fileprivate var signedJSON: Data {
        guard let info = multiSeatInfo else { return Data("{}".utf8) }
        let quantity = renewalQuantity.map { ",\"renewalQuantity\":\($0)" } ?? ""
        return Data("{\"multiSeatInfo\":{\"renewalPriceTiers\":\(info.renewalPriceTiers.signedJSON)}\(quantity)}".utf8)
    }
}

extension [StoreTransaction.MultiSeatInfo.PriceTier] {
    fileprivate var signedJSON: String {
        let tiers = map { "{\"tierPrice\":\($0.price * 1_000),\"tierQuantity\":\($0.quantity)}" }
        return "[\(tiers.joined(separator: ","))]"
    }
}

extension Transaction.Offer {
    init(_ reported: StoreTransaction.Offer) {
        self.init(type: .init(rawValue: reported.type.rawValue))
        id = reported.id
        paymentMode = reported.paymentMode.map { mode in
            switch mode {
            case .freeTrial: .freeTrial
            case .payAsYouGo: .payAsYouGo
            case .payUpFront: .payUpFront
            // By its spelling: the property came with SDK 26.
            case .oneTime: .init(rawValue: "ONE_TIME")
            default: .init(rawValue: mode.rawValue)
            }
        }
        length = reported.period.map { .init($0) }
    }
}

extension Product.SubscriptionInfo.RenewalInfo {
    init(_ reported: StoreRenewalInfo) {
        let signed = reported.signedDate ?? Date(timeIntervalSince1970: 0)
        self.init(
            originalTransactionID: UInt64(reported.originalTransactionID) ?? 0,
            currentProductID: reported.currentProductID,
            willAutoRenew: reported.willAutoRenew, start: reported.recentSubscriptionStartDate ?? signed,
            signedDate: signed)
        autoRenewPreference = reported.autoRenewPreference
        expirationReason = reported.expirationReason.map { .init(rawValue: $0.rawValue) }
        switch reported.priceIncreaseStatus {
        case .noIncreasePending: priceIncreaseStatus = .noIncreasePending
        case .pending: priceIncreaseStatus = .pending
        case .agreed: priceIncreaseStatus = .agreed
        }
        isInBillingRetry = reported.isInBillingRetry
        gracePeriodExpirationDate = reported.gracePeriodExpirationDate
        nextOffer = reported.offer.map { .init($0) }
        environment = .init(rawValue: reported.environment.rawValue)
        renewalDate = reported.renewalDate
        renewalPrice = reported.renewalPrice?.fromBinary
        currency = reported.currencyCode.map { Locale.Currency($0) }
        winBackIDs = reported.eligibleWinBackOfferIDs
        appAccountToken = reported.appAccountToken
        appTransactionID = reported.appTransactionID ?? ""
        planText = reported.renewalBillingPlanType?.rawValue
        bundleTexts = [
            reported.bundle?.productID, reported.bundle?.subscriptionGroupID, reported.bundle?.originalTransactionID,
        ]
        leavesBundle = reported.bundle?.willUnbundle ?? false
        jsonRepresentation = reported.signedJSON
    }
}

extension AppTransaction {
    init(_ reported: StoreAppTransaction) {
        self.init(
            bundleID: reported.bundleID, appVersion: reported.appVersion,
            originalAppVersion: reported.originalAppVersion,
            originalPurchaseDate: reported.originalPurchaseDate,
            signedDate: reported.signedDate ?? reported.originalPurchaseDate)
        environment = .init(rawValue: reported.environment.rawValue)
        appTransactionID = reported.appTransactionID ?? ""
    }
}

extension BackendPayment {
    /// What a purchase call asks for.
    init(token: PaymentToken, productID: String, reported options: Set<Product.PurchaseOption>) {
        var quantity = 1
        var account: UUID?
        var others: Set<Purser.PurchaseOption> = []
        for option in options {
            switch option.value {
            case .quantity(let number): quantity = number
            case .appAccountToken(let token): account = token
            case .simulatesAskToBuy(let simulates): others.insert(.simulatesAskToBuyInSandbox(simulates))
            case .promotionalOffer(let id, _): others.insert(.promotionalOffer(id))
            case .winBackOffer(let id): others.insert(.winBackOffer(id))
            case .introductoryOffer(let jws): others.insert(.introductoryOfferEligibility(compactJWS: jws))
            case .billingPlan(let plan): others.insert(.billingPlanType(.init(rawValue: plan)))
            case .string(let key, let value): others.insert(.custom(key: key, value: value))
            case .number(let key, let value): others.insert(.custom(key: key, value: value))
            case .bool(let key, let value): others.insert(.custom(key: key, value: value))
            case .data(let key, let value): others.insert(.custom(key: key, value: value))
            case .seats(let total): others.insert(.seats(total))
            case .onStorefrontChange(let question):
                others.insert(.onStorefrontChange { question.shouldContinue(StoreKit.Storefront($0)) })
            }
        }
        self.init(token: token, productID: productID, quantity: quantity, appAccountToken: account, options: others)
    }
}

extension BackendFailure {
    /// What StoreKit throws where the embedded store says this.
    var asStoreKit: any Error {
        switch code {
        case .paymentCancelled: StoreKitError.userCancelled
        case .networkError: StoreKitError.networkError(URLError(.notConnectedToInternet))
        case .systemError: StoreKitError.systemError(self)
        case .notAvailableInStorefront: StoreKitError.notAvailableInStorefront
        case .notEntitled: StoreKitError.notEntitled
        case .storeProductNotAvailable: Product.PurchaseError.productUnavailable
        case .paymentNotAllowed: Product.PurchaseError.purchaseNotAllowed
        case .ineligibleForOffer: Product.PurchaseError.ineligibleForOffer
        case .invalidOfferIdentifier: Product.PurchaseError.invalidOfferIdentifier
        case .invalidQuantity: Product.PurchaseError.invalidQuantity
        default: StoreKitError.unknown
        }
    }
}
