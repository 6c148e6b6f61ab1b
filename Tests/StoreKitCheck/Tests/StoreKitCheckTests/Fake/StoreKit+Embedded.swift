import Foundation
import Purser
import StoreKit

// The embedded store's values in StoreKit's types: the adapter's mapping the other way round.

extension Product {
    init(_ told: StoreProduct) {
        self.init(
            id: told.id, type: .init(rawValue: told.type.rawValue), displayName: told.displayName, price: told.price,
            displayPrice: told.displayPrice)
        description = told.description
        isFamilyShareable = told.isFamilyShareable
        currencyCode = told.currencyCode ?? "USD"
        if let locale = told.priceLocale { priceLocale = locale }
        subscription = told.subscription.map { told in
            var info = SubscriptionInfo(
                subscriptionGroupID: told.subscriptionGroupID, subscriptionPeriod: .init(told.subscriptionPeriod))
            info.groupLevel = told.groupLevel
            info.introductoryOffer = told.introductoryOffer.map { .init($0, .introductory) }
            info.promotionalOffers = told.promotionalOffers.map { .init($0, .promotional) }
            info.lapsedOffers = told.winBackOffers.map { .init($0, .winBack) }
            info.seatTiers = told.seatPriceTiers.map {
                .init(
                    first: $0.minimumSeats, last: $0.maximumSeats, price: $0.price, displayPrice: $0.displayPrice)
            }
            return info
        }
    }
}

extension Product.SubscriptionPeriod {
    init(_ told: Purser.SubscriptionPeriod) {
        let unit: Unit =
            switch told.unit {
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            }
        self.init(told.value, unit)
    }
}

extension Product.SubscriptionOffer {
    init(_ told: StoreOffer, _ type: OfferType) {
        let mode: PaymentMode =
            switch told.paymentMode {
            case .freeTrial: .freeTrial
            case .payAsYouGo: .payAsYouGo
            case .payUpFront: .payUpFront
            default: PaymentMode(rawValue: told.paymentMode.rawValue)
            }
        self.init(id: told.id, type: type, price: told.price, period: .init(told.period), paymentMode: mode)
        periodCount = told.periodCount
        displayPrice = told.displayPrice
    }
}

extension StoreKit.Storefront {
    init(_ told: StoreStorefront) {
        self.init(id: told.id ?? "", countryCode: told.countryCode)
        currency = told.currencyCode.map { Locale.Currency($0) }
    }
}

extension VerificationResult where SignedType == Transaction {
    init(_ told: BackendTransaction) {
        let transaction = Transaction(told.transaction)
        if case .verified = told.verification {
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
    init(_ told: StoreTransaction) {
        self.init(
            id: told.storeKitID, productID: told.productID,
            productType: .init(rawValue: told.productType.rawValue), purchaseDate: told.purchaseDate,
            signedDate: told.signedDate ?? told.purchaseDate)
        originalID = UInt64(told.originalID) ?? 0
        originalPurchaseDate = told.originalPurchaseDate
        expirationDate = told.expirationDate
        revocationDate = told.revocationDate
        revocationReason = told.revocationReason.map { .init(rawValue: $0.rawValue) }
        revocationTypeText = told.revocationType?.rawValue
        revocationPercent = told.revocationPercentage
        jsonRepresentation = told.signedJSON
        isUpgraded = told.isUpgraded
        ownershipType = .init(rawValue: told.ownershipType.rawValue)
        subscriptionGroupID = told.subscriptionGroupID
        appAccountToken = told.appAccountToken
        purchasedQuantity = told.purchasedQuantity
        reason = .init(rawValue: told.reason.rawValue)
        price = told.price
        currency = told.currencyCode.map { Locale.Currency($0) }
        storefront = StoreKit.Storefront(id: told.storefrontID ?? "", countryCode: told.storefrontCountryCode ?? "")
        environment = .init(rawValue: told.environment.rawValue)
        webOrderLineItemID = told.webOrderLineItemID
        appTransactionID = told.appTransactionID ?? ""
        appBundleID = told.appBundleID ?? ""
        appliedOffer = told.offer.map { Offer($0) }
        billingPlanText = told.billingPlanType?.rawValue
        previousOriginalID = told.previousOriginalTransactionID.flatMap { UInt64($0) }
        if let info = told.commitmentInfo {
            commitment = (
                UInt64(info.billingPeriodNumber), UInt64(info.totalBillingPeriods), info.expirationDate, info.price
            )
        }
        if let bundle = told.bundle {
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
    init(_ told: StoreTransaction.Offer) {
        self.init(type: .init(rawValue: told.type.rawValue))
        id = told.id
        paymentMode = told.paymentMode.map { mode in
            switch mode {
            case .freeTrial: .freeTrial
            case .payAsYouGo: .payAsYouGo
            case .payUpFront: .payUpFront
            // By its spelling: the property came with SDK 26.
            case .oneTime: .init(rawValue: "ONE_TIME")
            default: .init(rawValue: mode.rawValue)
            }
        }
        length = told.period.map { .init($0) }
    }
}

extension Product.SubscriptionInfo.RenewalInfo {
    init(_ told: StoreRenewalInfo) {
        let signed = told.signedDate ?? Date(timeIntervalSince1970: 0)
        self.init(
            originalTransactionID: UInt64(told.originalTransactionID) ?? 0, currentProductID: told.currentProductID,
            willAutoRenew: told.willAutoRenew, start: told.recentSubscriptionStartDate ?? signed, signedDate: signed)
        autoRenewPreference = told.autoRenewPreference
        expirationReason = told.expirationReason.map { .init(rawValue: $0.rawValue) }
        switch told.priceIncreaseStatus {
        case .noIncreasePending: priceIncreaseStatus = .noIncreasePending
        case .pending: priceIncreaseStatus = .pending
        case .agreed: priceIncreaseStatus = .agreed
        }
        isInBillingRetry = told.isInBillingRetry
        gracePeriodExpirationDate = told.gracePeriodExpirationDate
        nextOffer = told.offer.map { .init($0) }
        environment = .init(rawValue: told.environment.rawValue)
        renewalDate = told.renewalDate
        renewalPrice = told.renewalPrice
        currency = told.currencyCode.map { Locale.Currency($0) }
        winBackIDs = told.eligibleWinBackOfferIDs
        appAccountToken = told.appAccountToken
        appTransactionID = told.appTransactionID ?? ""
        planText = told.renewalBillingPlanType?.rawValue
        bundleTexts = [told.bundle?.productID, told.bundle?.subscriptionGroupID, told.bundle?.originalTransactionID]
        leavesBundle = told.bundle?.willUnbundle ?? false
        jsonRepresentation = told.signedJSON
    }
}

extension AppTransaction {
    init(_ told: StoreAppTransaction) {
        self.init(
            bundleID: told.bundleID, appVersion: told.appVersion, originalAppVersion: told.originalAppVersion,
            originalPurchaseDate: told.originalPurchaseDate, signedDate: told.signedDate ?? told.originalPurchaseDate)
        environment = .init(rawValue: told.environment.rawValue)
        appTransactionID = told.appTransactionID ?? ""
    }
}

extension BackendPayment {
    /// What a purchase call asks for.
    init(token: PaymentToken, productID: String, told options: Set<Product.PurchaseOption>) {
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

extension BackendError {
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
