#if canImport(StoreKit)
    public import Purser
    import StoreKit

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    // What StoreKit shows to the customer.
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreKit2Backend {
        /// The calls beyond what every backend does that this platform has.
        static var optionalCalls: Set<BackendCapabilities.OptionalCall> {
            #if os(tvOS) || os(watchOS)
                [.appTransaction]
            #elseif canImport(UIKit)
                [.appTransaction, .beginRefundRequest, .showManageSubscriptions, .redeemCode]
            #elseif canImport(AppKit)
                [.appTransaction, .beginRefundRequest]
            #else
                [.appTransaction]
            #endif
        }

        #if canImport(UIKit) && !os(tvOS) && !os(watchOS)
            /// Shows StoreKit's sheet for offer codes.
            ///
            /// Since iOS 27 the sheet returns the transaction, if it is shown from a view controller; before, it comes by the
            /// updates.
            ///
            /// - Throws: `BackendError`, also when there is no scene to show it in.
            public func redeemCode(in presentation: PurchasePresentation?) async throws {
                let place = try place(presentation, for: "redeeming a code")
                do {
                    guard let result = try await Self.redeem(in: place) else { return }
                    var told = keep(result)
                    told.needsFinish = nil
                    let event = state.arrived(told, waits: true, now: clock.now())
                    if !state.waits(told.transaction.id) { handles[told.transaction.id] = nil }
                    tell(event.map { [$0] } ?? [])
                } catch {
                    throw BackendError(storeKit: error, doing: "redeeming a code")
                }
            }

            @MainActor
            private static func redeem(
                in place: PurchasePresentation
            ) async throws -> VerificationResult<Transaction>? {
                #if compiler(>=6.4) || STOREKIT_27
                    if let controller = place.context as? UIViewController, #available(iOS 27.0, visionOS 27.0, *) {
                        return try await AppStore.presentOfferCodeRedeemSheet(from: controller)
                    }
                #endif
                try await AppStore.presentOfferCodeRedeemSheet(in: try place.windowScene("redeeming a code"))
                return nil
            }

            /// Shows the customer's subscriptions.
            ///
            /// - Throws: `BackendError`, also when there is no scene to show them in.
            public func showManageSubscriptions(
                subscriptionGroupID: String?, in presentation: PurchasePresentation?
            ) async throws {
                let place = try place(presentation, for: "showing subscriptions")
                do {
                    try await Self.showManageSubscriptions(of: subscriptionGroupID, in: place)
                } catch {
                    throw BackendError(storeKit: error, doing: "showing subscriptions")
                }
            }

            @MainActor
            private static func showManageSubscriptions(of group: String?, in place: PurchasePresentation) async throws
            {
                let scene = try place.windowScene("showing subscriptions")
                guard let group else { return try await AppStore.showManageSubscriptions(in: scene) }
                try await AppStore.showManageSubscriptions(in: scene, subscriptionGroupID: group)
            }
        #endif

        #if (canImport(UIKit) && !os(tvOS) && !os(watchOS)) || canImport(AppKit)
            /// Shows the sheet in which the customer requests a refund.
            ///
            /// - Throws: `BackendError`, with `.unknownTransaction` when StoreKit has no such transaction.
            public func beginRefundRequest(
                for transactionID: String, in presentation: PurchasePresentation?
            ) async throws -> RefundRequestStatus {
                let place = try place(presentation, for: "asking for a refund")
                guard let id = UInt64(transactionID) else {
                    throw BackendError(.unknownTransaction, "StoreKit has no transaction \(transactionID).")
                }
                do {
                    return try await Self.beginRefundRequest(for: id, in: place) == .userCancelled
                        ? .userCancelled : .success
                } catch {
                    throw BackendError(storeKit: error, doing: "asking for a refund")
                }
            }

            @MainActor
            private static func beginRefundRequest(
                for id: UInt64, in place: PurchasePresentation
            ) async throws -> Transaction.RefundRequestStatus {
                #if canImport(UIKit)
                    return try await Transaction.beginRefundRequest(
                        for: id, in: try place.windowScene("asking for a refund"))
                #else
                    guard let controller = place.context as? NSViewController else {
                        throw BackendError.noPlace("asking for a refund", "an NSViewController")
                    }
                    return try await Transaction.beginRefundRequest(for: id, in: controller)
                #endif
            }

            private nonisolated func place(
                _ presentation: PurchasePresentation?, for action: String
            ) throws(BackendError) -> PurchasePresentation {
                guard let place = presentation ?? self.presentation else { throw .noPlace(action, "a scene") }
                return place
            }
        #endif

        /// The app transaction: how the customer got the app.
        ///
        /// - Throws: `BackendError`, with `.verificationFailed` when StoreKit says that it is invalid.
        public func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
            let result: VerificationResult<AppTransaction>
            do {
                result = refresh ? try await AppTransaction.refresh() : try await AppTransaction.shared
            } catch {
                throw BackendError(storeKit: error, doing: "asking for the app's transaction")
            }
            if case .unverified(_, let error) = result {
                throw BackendError(
                    .verificationFailed, "StoreKit could not verify the app's transaction: \(error).", underlying: error
                )
            }
            return StoreAppTransaction(result.unsafePayloadValue, jws: result.jwsRepresentation)
        }
    }

    extension BackendError {
        /// There is nowhere to ask the customer.
        fileprivate static func noPlace(_ action: String, _ kind: String) -> BackendError {
            BackendError(
                .clientInvalid,
                "There is no place for \(action). Give the call, or StoreKit2Backend, a PurchasePresentation with \(kind)."
            )
        }
    }

    #if canImport(UIKit) && !os(tvOS) && !os(watchOS)
        extension PurchasePresentation {
            /// The scene to show something in.
            @MainActor
            fileprivate func windowScene(_ action: String) throws(BackendError) -> UIWindowScene {
                guard let scene = context as? UIWindowScene else { throw .noPlace(action, "a UIWindowScene") }
                return scene
            }
        }

        @available(iOS 17.0, visionOS 1.0, *)
        extension StoreMessage {
            /// A message, shown in the scene that its call names, or in the backend's own.
            init(_ message: Message, in place: PurchasePresentation?) {
                self.init(reason: .init(rawValue: message.reason.rawValue)) { presentation in
                    guard let shown = presentation ?? place else {
                        throw BackendError.noPlace("a message", "a UIWindowScene")
                    }
                    try message.display(in: try shown.windowScene("a message"))
                }
            }
        }
    #endif
#endif
