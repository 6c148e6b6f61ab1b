import Purser

extension SimulatorCatalog {
    /// Makes a catalog from a `.storekit` file, in the file's language and its storefront's currency.
    ///
    /// A missing or empty name is replaced by the reference name, or otherwise the identifier. The offers of the
    /// monthly plan are those of its ``MonthlyPlan``.
    public init(configuration: StoreKitConfiguration) {
        let settings = SimulatorSettings(configuration)
        self.init(
            products: configuration.allProducts.map { StoreProduct($0, settings: settings) }, settings: settings)
        file = configuration.file
        skippedEntries = configuration.diagnostics.count { $0.severity == .error }
        for product in configuration.allProducts { configured[product.id] = product }
        for product in configuration.allProducts {
            let plans = product.subscription?.billingPlans ?? []
            if let plan = plans.first(where: { $0.kind == .monthly && $0.isEnabled }) {
                let offers = product.subscription?.offers.filter { $0.billingPlan == .monthly } ?? []
                monthlyPlans[product.id] = MonthlyPlan(
                    price: plan.price, commitmentPrice: plan.commitmentPrice, offers: offers.map(\.storeOffer))
            }
            seatInvitations[product.id] = product.subscription?.seatInvitationManagement
            for offer in product.subscription?.offers ?? [] {
                offerTerms[OfferName(productID: product.id, type: offer.type, id: offer.id)] = OfferTerms(
                    eligibility: offer.eligibility, isStackable: offer.isStackable,
                    isEligible: offer.isEligible || offer.type != .winBack)
            }
        }
    }
}

extension SimulatorSettings {
    /// The settings of a `.storekit` file.
    public init(_ configuration: StoreKitConfiguration) {
        let settings = configuration.settings
        self.init(
            locale: settings.locale, storefront: settings.storefront, timeRate: settings.timeRate,
            asksToBuy: settings.isAskToBuyEnabled, failures: SimulatorFailures(settings))
        failsRenewals = settings.hasBillingIssues
        hasBillingGracePeriod = settings.hasBillingGracePeriod
    }
}

extension SimulatorFailures {
    /// The enabled failures of a `.storekit` file.
    init(_ settings: StoreKitConfiguration.Settings) {
        self.init(
            loadProducts: settings.failure(of: .loadProducts).map(BackendFailure.init(injected:)),
            purchase: settings.failure(of: .purchase).map(BackendFailure.init(injected:)),
            verification: settings.failure(of: .verification).map(Self.reason),
            restore: settings.failure(of: .appStoreSync).map(BackendFailure.init(injected:)),
            receipt: settings.failure(of: .appTransaction).map(BackendFailure.init(injected:)))
        subscriptionStatus = settings.failure(of: .subscriptionStatus).map(BackendFailure.init(injected:))
        manageSubscriptions = settings.failure(of: .manageSubscriptions).map(BackendFailure.init(injected:))
        refundRequest = settings.failure(of: .refundRequest).map(BackendFailure.init(injected:))
        redeemCode = settings.failure(of: .offerCodeRedeem).map(BackendFailure.init(injected:))
        if purchase == nil, settings.failsTransactions { purchase = BackendFailure(skError: settings.storeKitError) }
    }

    private static func reason(_ failure: StoreKitConfiguration.Failure) -> String {
        // The order of Apple's documentation of `VerificationResult.VerificationError`; Xcode's order is not
        // documented.
        let reasons = [
            "revoked certificate", "invalid certificate chain", "invalid device verification", "invalid encoding",
            "invalid signature", "missing required properties",
        ]
        let index = failure.index ?? -1
        return reasons.indices.contains(index) ? reasons[index] : "verification fails by the StoreKit configuration"
    }
}

extension StoreProduct {
    fileprivate init(_ product: StoreKitConfiguration.Product, settings: SimulatorSettings) {
        let texts = product.texts(for: settings.locale)
        self.init(
            id: product.id, type: product.type, displayName: texts.name, description: texts.description,
            price: product.price,
            currencyCode: settings.storefront.currencyCode, displayPrice: "",
            isFamilyShareable: product.isFamilyShareable,
            subscription: product.subscription.map(SubscriptionInfo.init))
    }
}

extension StoreKitConfiguration.Product {
    /// The name and the description in a language.
    func texts(for locale: String) -> (name: String, description: String) {
        let localization = localization(for: locale)
        let names = [localization?.displayName, referenceName, id]
        return (names.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? id, localization?.description ?? "")
    }
}

extension StoreProduct.SubscriptionInfo {
    fileprivate init(_ subscription: StoreKitConfiguration.Subscription) {
        self.init(
            subscriptionGroupID: subscription.subscriptionGroupID, groupLevel: subscription.groupLevel,
            subscriptionPeriod: subscription.subscriptionPeriod,
            offers: subscription.offers.filter { $0.billingPlan == nil || $0.billingPlan == .billedUpFront }
                .map(\.storeOffer),
            seatPriceTiers: subscription.seatPriceTiers.map { tier in
                .init(
                    minimumSeats: tier.minimumSeats, maximumSeats: tier.maximumSeats, price: tier.price,
                    displayPrice: "")
            })
    }
}
