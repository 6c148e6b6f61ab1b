#if canImport(StoreKit)
    import Purser
    import StoreKit

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension Product {
        /// The options of a payment, as StoreKit's.
        ///
        /// - Throws: `BackendFailure` for an offer that this system cannot apply: without it the customer would pay
        ///   more.
        func options(of payment: BackendPayment) throws(BackendFailure) -> Set<PurchaseOption> {
            var options: Set<PurchaseOption> = [.quantity(payment.quantity)]
            if let account = payment.appAccountToken { options.insert(.appAccountToken(account)) }
            for option in payment.options { options.formUnion(try self.options(for: option.value)) }
            return options
        }

        private func options(for value: Purser.PurchaseOption.Value) throws(BackendFailure) -> [PurchaseOption] {
            switch value {
            case .promotionalOffer(let id, .compactJWS(let jws)): return try signed(id, jws)
            case .promotionalOffer(let id, .signature(let signature)): return [signed(id, signature)]
            case .promotionalOffer(let id, nil): throw .unprovenOffer(id)
            case .winBackOffer(let id): return [try winBack(id)]
            case .introductoryOfferEligibility(let jws):
                return [.introductoryOfferEligibility(compactJWS: jws)]
            case .billingPlanType(let plan): return try billingPlan(plan)
            case .simulatesAskToBuyInSandbox(let simulates): return [.simulatesAskToBuyInSandbox(simulates)]
            case .custom(let key, .string(let text)): return [.custom(key: key, value: text)]
            case .custom(let key, .double(let number)): return [.custom(key: key, value: number)]
            case .custom(let key, .bool(let flag)): return [.custom(key: key, value: flag)]
            case .custom(let key, .data(let data)): return [.custom(key: key, value: data)]
            case .offer(let id, let type) where type == .winBack: return [try winBack(id)]
            case .offer(let id, _): throw .unprovenOffer(id)
            case .seats(let total): return [try seats(total)]
            case .onStorefrontChange(let decision):
                return [.onStorefrontChange { decision.continues(in: StoreStorefront($0)) }]
            }
        }

        private func signed(_ id: String, _ jws: String) throws(BackendFailure) -> [PurchaseOption] {
            #if compiler(>=6.2) && !STOREKIT_18_4
                return PurchaseOption.promotionalOffer(id, compactJWS: jws)
            #else
                throw BackendFailure(
                    .unsupportedPlatform,
                    "The offer \(id) with a compact JWS needs an app that Xcode 26 built. Build it there, or sign the offer with a StoreOffer.Signature."
                )
            #endif
        }

        private func seats(_ total: Int) throws(BackendFailure) -> PurchaseOption {
            #if compiler(>=6.5) || STOREKIT_27_3
                return .seats(total)
            #else
                throw BackendFailure(
                    .unsupportedPlatform,
                    "\(total) seats need the SDK of iOS 27.3. Build the app with it, or do not offer seats.")
            #endif
        }

        private func signed(_ id: String, _ signature: StoreOffer.Signature) -> PurchaseOption {
            let milliseconds = Int((signature.timestamp.timeIntervalSince1970 * 1_000).rounded())
            return .promotionalOffer(
                offerID: id, keyID: signature.keyID, nonce: signature.nonce, signature: signature.signature,
                timestamp: milliseconds)
        }

        private func winBack(_ id: String) throws(BackendFailure) -> PurchaseOption {
            guard #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) else {
                throw BackendFailure(
                    .unsupportedPlatform,
                    "The win-back offer \(id) needs iOS 18 or macOS 15. Do not offer it on earlier versions.")
            }
            guard let offer = subscription?.winBackOffers.first(where: { $0.id == id }) else {
                throw BackendFailure(
                    .invalidOfferIdentifier, "\(self.id) has no win-back offer \(id) for this customer.")
            }
            return .winBackOffer(offer)
        }

        private func billingPlan(_ plan: StoreProduct.BillingPlanType) throws(BackendFailure) -> [PurchaseOption] {
            #if compiler(>=6.3.2) || STOREKIT_26_5 || STOREKIT_27
                if #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
                    switch plan {
                    case .monthly: return [.billingPlanType(.monthly)]
                    case .upFront: return [.billingPlanType(.upFront)]
                    default: return [.billingPlanType(.init(rawValue: plan.rawValue))]
                    }
                }
            #endif
            // Before there were plans, everything was paid up front.
            if plan == .upFront { return [] }
            throw BackendFailure(
                .unsupportedPlatform,
                "The billing plan \(plan.rawValue) needs iOS 26.4. Do not offer it on earlier versions.")
        }
    }

    extension BackendFailure {
        fileprivate static func unprovenOffer(_ id: String) -> BackendFailure {
            BackendFailure(
                .missingOfferParams,
                "StoreKit accepts the offer \(id) only with a signature of your server. Pass a compact JWS.")
        }
    }

    @available(iOS 16.4, macOS 14.4, *)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    extension PromotedPurchase {
        /// A purchase that the customer began in the App Store.
        ///
        /// - Parameter number: how many purchases of this product were begun in this launch, because StoreKit does not
        ///   identify them. One that StoreKit reports again after a relaunch therefore has the same identifier.
        init(_ reported: PurchaseIntent, number: Int) {
            self.init(id: "\(reported.product.id) \(number)", productID: reported.product.id)
            if #available(iOS 18.0, macOS 15.0, *), let offer = reported.offer, let id = offer.id,
                offer.type == .winBack
            {
                options = [.winBackOffer(id)]
            }
        }
    }
#endif
