#if canImport(StoreKit)
    public import Purser
    import StoreKit

    // Objective-C's decimal numbers need the whole of Foundation.
    import Foundation

    // Products and payments.
    extension StoreKit1Backend {
        /// Fetches products; unknown identifiers are in `invalidIDs`.
        ///
        /// - Throws: `BackendFailure`.
        public func products(for ids: [String]) async throws -> BackendProducts {
            guard !ids.isEmpty else { return BackendProducts(products: []) }
            let (found, invalid) = try await fetched(ids)
            return BackendProducts(
                products: found.map { StoreProduct($0, type: productTypes[$0.productIdentifier]) },
                invalidIDs: invalid)
        }

        private func fetched(_ ids: [String]) async throws(BackendFailure) -> ([SKProduct], [String]) {
            switch await ProductsRequest.run(Set(ids)) {
            case .success(let response):
                guarded.withLock { guarded in
                    for product in response.products { guarded.products[product.productIdentifier] = product }
                }
                return (response.products, response.invalidProductIdentifiers)
            case .failure(let error): throw BackendFailure(storeKit1: error, doing: "describing products")
            }
        }

        /// Adds payments to the queue, in their order.
        ///
        /// - Throws: `BackendFailure` when the backend is not active.
        public func submit(_ payments: [BackendPayment]) async throws {
            try checkActive()
            for payment in payments {
                do throws(BackendFailure) {
                    try add(payment, try await product(payment.productID))
                } catch {
                    let ending = PaymentEnding(
                        token: payment.token, productID: payment.productID, result: .failed(error),
                        quantity: payment.quantity, appAccountToken: payment.appAccountToken)
                    report([.paymentEnded(ending)])
                }
            }
        }

        private func product(_ id: String) async throws(BackendFailure) -> SKProduct {
            if let product = guarded.withLock({ $0.products[id] }) { return product }
            guard let product = try await fetched([id]).0.first(where: { $0.productIdentifier == id }) else {
                throw BackendFailure(
                    .storeProductNotAvailable,
                    "\(id) is not sold here. Check its status in App Store Connect, and the agreements.")
            }
            return product
        }

        private func add(_ wanted: BackendPayment, _ product: SKProduct) throws(BackendFailure) {
            let payment = SKMutablePayment(product: product)
            payment.quantity = wanted.quantity
            payment.applicationUsername = wanted.appAccountToken.map { usernames.name(of: $0) }
            for option in wanted.options { try payment.apply(option.value) }
            let key = StoreKit1State.Key(
                productID: wanted.productID, quantity: wanted.quantity, username: payment.applicationUsername)
            guarded.withLock { $0.state.submitted(key) }
            SKPaymentQueue.default().add(payment)
        }
    }

    extension SKMutablePayment {
        /// Applies the options that StoreKit 1 supports.
        fileprivate func apply(_ value: Purser.PurchaseOption.Value) throws(BackendFailure) {
            switch value {
            case .simulatesAskToBuyInSandbox(let simulates): simulatesAskToBuyInSandbox = simulates
            case .promotionalOffer(let id, .signature(let signature)):
                paymentDiscount = SKPaymentDiscount(
                    identifier: id, keyIdentifier: signature.keyID, nonce: signature.nonce,
                    signature: signature.signature.base64EncodedString(),
                    timestamp: NSNumber(value: Int64((signature.timestamp.timeIntervalSince1970 * 1_000).rounded())))
            case .promotionalOffer(let id, _):
                throw BackendFailure(
                    .missingOfferParams,
                    "StoreKit 1 accepts the offer \(id) only with a signature in its own format. Let your server make "
                        + "one.")
            case .billingPlanType(.upFront), .custom, .introductoryOfferEligibility: break
            case .billingPlanType, .winBackOffer, .offer, .seats, .onStorefrontChange:
                throw BackendFailure(
                    .unsupportedPlatform,
                    "StoreKit 1 cannot apply this: \(Purser.PurchaseOption(value)). Use StoreKit2Backend for it.")
            }
        }
    }

    extension StoreProduct {
        /// A product as StoreKit 1 reports it.
        ///
        /// - Parameter type: the type that the app has declared; without it only a renewing subscription is
        ///   recognised.
        init(_ reported: SKProduct, type: ProductType?) {
            let currency = reported.priceLocale.currency?.identifier
            self.init(
                id: reported.productIdentifier,
                type: type ?? (reported.subscriptionGroupIdentifier == nil ? .unknown : .autoRenewable),
                displayName: reported.localizedTitle, description: reported.localizedDescription,
                price: reported.price.decimalValue, currencyCode: currency,
                displayPrice: reported.price.decimalValue.formatted(
                    .currency(code: currency ?? "USD").locale(reported.priceLocale)),
                isFamilyShareable: reported.isFamilyShareable, priceLocale: reported.priceLocale)
            guard let group = reported.subscriptionGroupIdentifier, let period = reported.subscriptionPeriod else {
                return
            }
            let offers = (reported.introductoryPrice.map { [$0] } ?? []) + reported.discounts
            subscription = SubscriptionInfo(
                subscriptionGroupID: group, subscriptionPeriod: .init(period), offers: offers.map { StoreOffer($0) })
        }
    }

    extension SubscriptionPeriod {
        init(_ reported: SKProductSubscriptionPeriod) {
            let unit: Unit =
                switch reported.unit {
                case .day: .day
                case .week: .week
                case .month: .month
                case .year: .year
                @unknown default: .day
                }
            self.init(reported.numberOfUnits, unit)
        }
    }

    extension StoreOffer {
        init(_ reported: SKProductDiscount) {
            let mode: PaymentMode =
                switch reported.paymentMode {
                case .payAsYouGo: .payAsYouGo
                case .payUpFront: .payUpFront
                case .freeTrial: .freeTrial
                @unknown default: PaymentMode(rawValue: "\(reported.paymentMode.rawValue)")
                }
            self.init(
                type: reported.type == .introductory ? .introductory : .promotional, id: reported.identifier,
                paymentMode: mode,
                price: reported.price.decimalValue, period: .init(reported.subscriptionPeriod),
                periodCount: reported.numberOfPeriods)
        }
    }
#endif
