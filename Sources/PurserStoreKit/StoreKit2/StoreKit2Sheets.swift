#if canImport(StoreKit)
    import Purser
    import StoreKit

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    /// StoreKit's sheets, and their places.
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    struct StoreKit2Sheets: Sendable {
        /// The place of the payment sheet for calls without one.
        let presentation: PurchasePresentation?

        /// The optional calls of this platform.
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

        // MARK: Purchases

        /// Shows the payment sheet, on the main actor.
        func purchase(
            _ product: Product, _ options: Set<Product.PurchaseOption>, in place: PurchasePresentation?
        ) async throws -> Product.PurchaseResult {
            if let place = place ?? presentation, let result = try await Self.purchase(product, options, in: place) {
                return result
            }
            #if os(visionOS)
                throw BackendFailure(
                    .clientInvalid,
                    "visionOS shows purchases in a scene. Pass a PurchasePresentation with a scene to StoreKit2Backend."
                )
            #else
                return try await product.purchase(options: options)
            #endif
        }

        /// Shows the payment sheet in a place of the app's; `nil` when that no longer exists, or is of a kind that this
        /// system does not accept.
        @MainActor
        private static func purchase(
            _ product: Product, _ options: Set<Product.PurchaseOption>, in presentation: PurchasePresentation
        ) async throws -> Product.PurchaseResult? {
            #if os(watchOS)
                return nil
            #elseif canImport(UIKit)
                if let scene = presentation.context as? UIScene {
                    return try await product.purchase(confirmIn: scene, options: options)
                }
                guard let controller = presentation.context as? UIViewController,
                    #available(iOS 18.2, tvOS 18.2, visionOS 2.2, *)
                else { return nil }
                return try await product.purchase(confirmIn: controller, options: options)
            #elseif canImport(AppKit)
                guard let window = presentation.context as? NSWindow, #available(macOS 15.2, *) else { return nil }
                return try await product.purchase(confirmIn: window, options: options)
            #else
                return nil
            #endif
        }

        // MARK: Sheets

        #if canImport(UIKit) && !os(tvOS) && !os(watchOS)
            /// Shows StoreKit's sheet for offer codes.
            ///
            /// - Returns: the transaction, where the sheet returns it.
            func redeemCode(in place: PurchasePresentation?) async throws -> VerificationResult<Transaction>? {
                let place = try self.place(place, for: "redeeming a code")
                do { return try await Self.redeem(in: place) } catch {
                    throw BackendFailure(storeKit: error, doing: "redeeming a code")
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

            /// Shows the customer's subscriptions, of one group or of all.
            func showManageSubscriptions(of group: String?, in place: PurchasePresentation?) async throws {
                let place = try self.place(place, for: "showing subscriptions")
                do { try await Self.showManageSubscriptions(of: group, in: place) } catch {
                    throw BackendFailure(storeKit: error, doing: "showing subscriptions")
                }
            }

            @MainActor
            private static func showManageSubscriptions(of group: String?, in place: PurchasePresentation) async throws
            {
                let scene = try place.windowScene("showing subscriptions")
                guard let group else { return try await AppStore.showManageSubscriptions(in: scene) }
                try await AppStore.showManageSubscriptions(in: scene, subscriptionGroupID: group)
            }

            /// A message, shown in the scene that its call names, or in the backend's own.
            func message(_ message: Message) -> StoreMessage {
                StoreMessage(reason: .init(rawValue: message.reason.rawValue)) { [presentation] place in
                    guard let shown = place ?? presentation else {
                        throw BackendFailure.noPlace("a message", "a UIWindowScene")
                    }
                    try message.display(in: try shown.windowScene("a message"))
                }
            }
        #endif

        #if (canImport(UIKit) && !os(tvOS) && !os(watchOS)) || canImport(AppKit)
            /// Lets the customer request a refund.
            func beginRefundRequest(
                for transactionID: String, in place: PurchasePresentation?
            ) async throws -> RefundRequestStatus {
                let place = try self.place(place, for: "requesting a refund")
                guard let id = UInt64(transactionID) else {
                    throw BackendFailure(.unknownTransaction, "StoreKit has no transaction \(transactionID).")
                }
                do {
                    return try await Self.beginRefundRequest(for: id, in: place) == .userCancelled
                        ? .userCancelled : .success
                } catch {
                    throw BackendFailure(storeKit: error, doing: "requesting a refund")
                }
            }

            @MainActor
            private static func beginRefundRequest(
                for id: UInt64, in place: PurchasePresentation
            ) async throws -> Transaction.RefundRequestStatus {
                #if canImport(UIKit)
                    return try await Transaction.beginRefundRequest(
                        for: id, in: try place.windowScene("requesting a refund"))
                #else
                    guard let controller = place.context as? NSViewController else {
                        throw BackendFailure.noPlace("requesting a refund", "an NSViewController")
                    }
                    return try await Transaction.beginRefundRequest(for: id, in: controller)
                #endif
            }

            private func place(
                _ place: PurchasePresentation?, for action: String
            ) throws(BackendFailure) -> PurchasePresentation {
                guard let place = place ?? presentation else { throw .noPlace(action, "a scene") }
                return place
            }
        #endif
    }

    extension BackendFailure {
        /// There is no place for the payment sheet.
        fileprivate static func noPlace(_ action: String, _ kind: String) -> BackendFailure {
            BackendFailure(
                .clientInvalid,
                "There is no place to show \(action). Pass a PurchasePresentation with \(kind) to the call, or to "
                    + "StoreKit2Backend."
            )
        }
    }

    #if canImport(UIKit) && !os(tvOS) && !os(watchOS)
        extension PurchasePresentation {
            /// The scene to show something in.
            @MainActor
            fileprivate func windowScene(_ action: String) throws(BackendFailure) -> UIWindowScene {
                guard let scene = context as? UIWindowScene else { throw .noPlace(action, "a UIWindowScene") }
                return scene
            }
        }
    #endif
#endif
