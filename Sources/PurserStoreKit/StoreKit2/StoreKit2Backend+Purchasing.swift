#if canImport(StoreKit)
    public import Purser
    import StoreKit

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    // Products and payments.
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreKit2Backend {
        /// Fetches products; StoreKit leaves out unknown ones without an error.
        ///
        /// - Throws: `BackendError`.
        public func products(for ids: [String]) async throws -> BackendProducts {
            guard !ids.isEmpty else { return BackendProducts(products: []) }
            let found = try await fetched(ids)
            let known = Set(found.map(\.id))
            var seen = known
            return BackendProducts(
                products: found.map { StoreProduct($0) }, invalidIDs: ids.filter { seen.insert($0).inserted })
        }

        private func fetched(_ ids: [String]) async throws(BackendError) -> [Product] {
            do {
                var seen: Set<String> = []
                let found = try await Product.products(for: ids).filter { seen.insert($0.id).inserted }
                for product in found { products[product.id] = product }
                return found
            } catch {
                throw BackendError(storeKit: error, doing: "describing products")
            }
        }

        /// Submits payments to StoreKit, one after another; the result of each is put into the inbox, also after the end of `run()`.
        ///
        /// - Throws: `BackendError` when the backend is not active.
        public func submit(_ payments: [BackendPayment]) async throws {
            guard state.isActive else {
                throw BackendError(
                    .clientInvalid, "StoreKit2Backend does not listen yet. Call activate() first.", retry: .retryable())
            }
            var new: [BackendPayment] = []
            for payment in payments {
                if let again = state.submitted(payment) { tell(again) } else { new.append(payment) }
            }
            guard !new.isEmpty else { return }
            // Outside the task tree: the customer may take minutes, and the payment outlives the store that asked for it.
            _ = RootTask.start { [self, new] in
                for payment in new { await pay(payment) }
            }
        }

        private func pay(_ payment: BackendPayment) async {
            do {
                let product = try await product(payment.productID)
                let options = try product.options(of: payment)
                switch try await purchase(product, options, in: payment.presentation ?? presentation) {
                case .success(let result):
                    for batch in state.paid(payment, with: keep(result), now: clock.now()) { tell(batch) }
                case .pending: end(payment, .pending)
                case .userCancelled: end(payment, .cancelled)
                @unknown default:
                    end(payment, .failed(BackendError(.unknown, "StoreKit ended a purchase in a way not known here.")))
                }
            } catch {
                let told = BackendError(storeKit: error, doing: "buying \(payment.productID)")
                end(payment, told.code == .paymentCancelled ? .cancelled : .failed(told))
            }
        }

        private func end(_ payment: BackendPayment, _ result: PaymentEnding.Result) {
            let ending = PaymentEnding(
                token: payment.token, productID: payment.productID, result: result, quantity: payment.quantity,
                appAccountToken: payment.appAccountToken)
            for batch in state.ended(ending) { tell(batch) }
        }

        private func product(_ id: String) async throws(BackendError) -> Product {
            if let product = products[id] { return product }
            guard let product = try await fetched([id]).first(where: { $0.id == id }) else {
                throw BackendError(
                    .storeProductNotAvailable,
                    "\(id) is not sold here. Look at its status in App Store Connect, and at the agreements.")
            }
            return product
        }

        /// Asks the customer, on the main actor.
        private nonisolated func purchase(
            _ product: Product, _ options: Set<Product.PurchaseOption>, in presentation: PurchasePresentation?
        ) async throws -> Product.PurchaseResult {
            if let presentation, let result = try await Self.purchase(product, options, in: presentation) {
                return result
            }
            #if os(visionOS)
                throw BackendError(
                    .clientInvalid,
                    "visionOS asks the customer in a scene. Give StoreKit2Backend a PurchasePresentation that finds one."
                )
            #else
                return try await product.purchase(options: options)
            #endif
        }

        /// Asks the customer in a place of the app's; `nil` when that has gone, or is of a kind that this system does not take.
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
    }
#endif
