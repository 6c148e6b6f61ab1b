extension BackendCapabilities {
    /// A call that some backends support and others do not; later versions may add some.
    public struct OptionalCall: RawRepresentable, Sendable, Hashable {
        /// The method's name.
        public var rawValue: String
        /// Makes a call from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// ``StoreBackend/redeemCode(in:)``.
        public static let redeemCode = OptionalCall(rawValue: "redeemCode")
        /// ``StoreBackend/beginRefundRequest(for:in:)``.
        public static let beginRefundRequest = OptionalCall(rawValue: "beginRefundRequest")
        /// ``StoreBackend/showManageSubscriptions(subscriptionGroupID:in:)``.
        public static let showManageSubscriptions = OptionalCall(rawValue: "showManageSubscriptions")
        /// ``StoreBackend/appTransaction(refresh:)``.
        public static let appTransaction = OptionalCall(rawValue: "appTransaction")
    }
}

extension StoreBackend {
    /// Throws `.unsupportedPlatform`: this backend cannot redeem codes.
    public func redeemCode(in presentation: PurchasePresentation?) async throws {
        throw BackendFailure.unsupported(.redeemCode)
    }

    /// Throws `.unsupportedPlatform`: this backend cannot request refunds.
    public func beginRefundRequest(for transactionID: String, in presentation: PurchasePresentation?) async throws
        -> RefundRequestStatus
    {
        throw BackendFailure.unsupported(.beginRefundRequest)
    }

    /// Throws `.unsupportedPlatform`: this backend cannot show subscriptions.
    public func showManageSubscriptions(
        subscriptionGroupID: String?, in presentation: PurchasePresentation?
    ) async throws {
        throw BackendFailure.unsupported(.showManageSubscriptions)
    }

    /// Throws `.unsupportedPlatform`: this backend has no app transaction.
    public func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        throw BackendFailure.unsupported(.appTransaction)
    }
}

extension BackendFailure {
    /// A call that a backend does not support.
    package static func unsupported(_ call: BackendCapabilities.OptionalCall) -> BackendFailure {
        BackendFailure(
            .unsupportedPlatform,
            "This backend does not support \(call.rawValue); check PurchaseStore.supports(_:) first.")
    }
}
