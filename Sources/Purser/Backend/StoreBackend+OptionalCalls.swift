extension BackendCapabilities {
    /// A call that some backends support and others do not; more may come.
    public struct OptionalCall: RawRepresentable, Sendable, Hashable {
        /// The method's name.
        public var rawValue: String
        /// A call by its name.
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
    /// Throws: this backend cannot redeem codes.
    public func redeemCode(in presentation: PurchasePresentation?) async throws {
        throw BackendError.unsupported(.redeemCode)
    }

    /// Throws: this backend cannot ask for refunds.
    public func beginRefundRequest(for transactionID: String, in presentation: PurchasePresentation?) async throws
        -> RefundRequestStatus
    {
        throw BackendError.unsupported(.beginRefundRequest)
    }

    /// Throws: this backend cannot show subscriptions.
    public func showManageSubscriptions(
        subscriptionGroupID: String?, in presentation: PurchasePresentation?
    ) async throws {
        throw BackendError.unsupported(.showManageSubscriptions)
    }

    /// Throws: this backend has no app transaction.
    public func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        throw BackendError.unsupported(.appTransaction)
    }
}

extension BackendError {
    /// A call that a backend does not support.
    package static func unsupported(_ call: BackendCapabilities.OptionalCall) -> BackendError {
        BackendError(
            .unsupportedPlatform,
            "This backend does not support \(call.rawValue); see PurchaseStore.supports(_:) for what it does.")
    }
}
