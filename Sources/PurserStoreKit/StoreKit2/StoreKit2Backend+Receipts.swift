#if canImport(StoreKit)
    public import Purser
    import StoreKit

    // The app receipt's place is known only to the whole of Foundation.
    import Foundation

    // Receipts: the app receipt where there is one, otherwise the signed form of the app's transaction.
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreKit2Backend {
        /// The receipt on the device; `nil` when there is none.
        public func localReceipt() async -> StoreReceipt? {
            if let receipt = StoreReceipt.appReceipt() { return receipt }
            guard let app = try? await appTransaction(refresh: false) else { return nil }
            return app.receipt
        }

        /// A fresh receipt; StoreKit may ask the customer to sign in.
        ///
        /// - Throws: `BackendError`.
        public func refreshReceipt() async throws -> StoreReceipt {
            let app = try await appTransaction(refresh: true)
            if let receipt = StoreReceipt.appReceipt() ?? app.receipt { return receipt }
            throw BackendError(
                .receiptUnavailable, "StoreKit gave no receipt. Try again later.", retry: .retryable())
        }
    }

    extension StoreAppTransaction {
        /// The signed form, as bytes for the app's server.
        fileprivate var receipt: StoreReceipt? { jwsRepresentation.map { StoreReceipt(data: Data($0.utf8)) } }
    }

    extension StoreReceipt {
        /// The app receipt that lies beside the app; `nil` when there is none.
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
