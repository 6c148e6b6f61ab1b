#if Verification
    import Purser
    import PurserServerAPI
    import PurserVerification

    /// The filter of a history, read from its query.
    struct HistoryFilter: Sendable {
        private let start: Timestamp?
        private let end: Timestamp?
        private let products: Set<String>
        private let types: Set<String>
        private let groups: Set<String>
        private let ownership: String?
        private let revoked: Bool?
        let isDescending: Bool
        /// Whether finished consumables are excluded, as in the deprecated version.
        let leavesFinishedConsumablesOut: Bool

        private static let allTypes: Set = ["AUTO_RENEWABLE", "NON_RENEWABLE", "CONSUMABLE", "NON_CONSUMABLE"]

        /// Reads a query.
        ///
        /// - Throws: ``ServerRejection`` with the code of its fault.
        init(_ call: ServerCall) throws(ServerRejection) {
            start = try Self.time(call.value("startDate"), else: .invalidStartDate)
            end = try Self.time(call.value("endDate"), else: .invalidEndDate)
            if let start, let end, start >= end { throw ServerRejection(.startDateAfterEndDate) }
            products = Set(call.values("productId"))
            types = Set(call.values("productType"))
            groups = Set(call.values("subscriptionGroupIdentifier"))
            guard types.isSubset(of: Self.allTypes) else { throw ServerRejection(.invalidProductType) }
            ownership = call.value("inAppOwnershipType")
            if let ownership, !["FAMILY_SHARED", "PURCHASED", "ASSIGNED"].contains(ownership) {
                throw ServerRejection(.invalidInAppOwnershipType)
            }
            switch call.value("revoked") {
            case nil: revoked = nil
            case "true": revoked = true
            case "false": revoked = false
            default: throw ServerRejection(.invalidRevoked)
            }
            switch call.value("sort") {
            case nil, "ASCENDING": isDescending = false
            case "DESCENDING": isDescending = true
            default: throw ServerRejection(.invalidSort)
            }
            leavesFinishedConsumablesOut = call.isOldForm
        }

        /// A moment in milliseconds.
        static func time(_ text: String?, else code: ServerAPIFailure.ServerCode) throws(ServerRejection) -> Timestamp?
        {
            guard let text else { return nil }
            guard let milliseconds = Int64(text), milliseconds >= 0 else { throw ServerRejection(code) }
            return Timestamp(milliseconds: milliseconds)
        }

        /// Whether the history contains a transaction.
        func takes(_ transaction: StoreTransaction) -> Bool {
            if let start, transaction.purchaseTime < start { return false }
            if let end, transaction.purchaseTime > end { return false }
            if !products.isEmpty, !products.contains(transaction.productID) { return false }
            if !types.isEmpty, !types.contains(transaction.productType.querySpelling) { return false }
            if !groups.isEmpty, !groups.contains(transaction.subscriptionGroupID ?? "") { return false }
            if let ownership, transaction.ownershipType.rawValue != ownership { return false }
            return revoked.map { $0 == (transaction.revocationTime != nil) } ?? true
        }
    }
#endif
