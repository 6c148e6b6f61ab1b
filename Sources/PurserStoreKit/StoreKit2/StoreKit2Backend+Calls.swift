#if canImport(StoreKit)
    public import Purser
    import StoreKit

    // The app receipt's path needs the whole of Foundation.
    import Foundation

    // The optional calls; receipts: the app receipt if there is one, otherwise the signed form of the app's
    // transaction.
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreKit2Backend {
        #if canImport(UIKit) && !os(tvOS) && !os(watchOS)
            /// Shows StoreKit's sheet for offer codes.
            ///
            /// Since iOS 27 the sheet returns the transaction, if it is shown from a view controller; before, it comes by the
            /// updates.
            ///
            /// - Throws: `BackendFailure`, also when there is no scene to show it in.
            public func redeemCode(in presentation: PurchasePresentation?) async throws {
                guard let result = try await sheets.redeemCode(in: presentation) else { return }
                report(events(of: keep(result)))
            }

            /// Shows the customer's subscriptions.
            ///
            /// - Throws: `BackendFailure`, also when there is no scene to show them in.
            public func showManageSubscriptions(
                subscriptionGroupID: String?, in presentation: PurchasePresentation?
            ) async throws {
                try await sheets.showManageSubscriptions(of: subscriptionGroupID, in: presentation)
            }
        #endif

        #if (canImport(UIKit) && !os(tvOS) && !os(watchOS)) || canImport(AppKit)
            /// Shows the sheet in which the customer requests a refund.
            ///
            /// - Throws: `BackendFailure`, with `.unknownTransaction` when StoreKit has no such transaction.
            public func beginRefundRequest(
                for transactionID: String, in presentation: PurchasePresentation?
            ) async throws -> RefundRequestStatus {
                try await sheets.beginRefundRequest(for: transactionID, in: presentation)
            }
        #endif

        /// The environment of the app transaction, which StoreKit keeps on the device; `nil` when it has none.
        public func environment() async -> StoreEnvironment? {
            try? await appTransaction(refresh: false).environment
        }

        /// The app transaction: how the customer got the app; also while no store is open on this backend.
        ///
        /// - Throws: `BackendFailure`, with `.verificationFailed` when StoreKit reports it as invalid.
        public func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
            let result: VerificationResult<AppTransaction>
            do {
                result = refresh ? try await AppTransaction.refresh() : try await AppTransaction.shared
            } catch {
                throw BackendFailure(storeKit: error, doing: "requesting the app transaction")
            }
            if case .unverified(_, let error) = result {
                throw BackendFailure(
                    .verificationFailed, "StoreKit could not verify the app transaction: \(error).", underlying: error
                )
            }
            return StoreAppTransaction(result.unsafePayloadValue, jws: result.jwsRepresentation)
        }

        /// The receipt on the device; `nil` when there is none.
        public func localReceipt() async -> StoreReceipt? {
            if let receipt = StoreReceipt.appReceipt() { return receipt }
            guard let app = try? await appTransaction(refresh: false) else { return nil }
            return app.receipt
        }

        /// A new receipt; StoreKit may ask the customer to sign in.
        ///
        /// - Throws: `BackendFailure`.
        public func refreshReceipt() async throws -> StoreReceipt {
            let app = try await appTransaction(refresh: true)
            if let receipt = StoreReceipt.appReceipt() ?? app.receipt { return receipt }
            throw BackendFailure(
                .receiptUnavailable, "StoreKit returned no receipt. Try again later.", retry: .retryable())
        }
    }

    extension StoreAppTransaction {
        /// The signed form, as bytes for the app's server.
        fileprivate var receipt: StoreReceipt? { jwsRepresentation.map { StoreReceipt(data: Data($0.utf8)) } }
    }

    extension StoreReceipt {
        /// The app receipt beside the app; `nil` when there is none.
        static func appReceipt() -> StoreReceipt? {
            #if canImport(Darwin)
                guard let url = Bundle.main.appStoreReceiptURL, let data = try? Data(contentsOf: url), !data.isEmpty
                else { return nil }
                return StoreReceipt(data: data)
            #else
                return nil
            #endif
        }
    }
#endif
