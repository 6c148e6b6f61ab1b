#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserSimulator

    /// Reads the app server's answers to refund requests, and carries out the decisions.
    struct RefundDesk: Sendable {
        let directory: ServerDirectory

        /// Reads an answer, if Apple accepts answers for its transaction.
        func answer(_ call: ServerCall) async throws(ServerRejection) -> ConsumptionMembers {
            let isOldForm = call.call == .sendConsumptionData
            let members = try ConsumptionMembers(call.members(), isOldForm: isOldForm)
            let id = call.values[0]
            let owner = try await directory.owner(of: id, .transaction, inSandbox: call.isSandbox)
            try await owner.perform { store, knowledge throws(ServerRejection) in
                guard let transaction = knowledge.access.transaction(id, of: store) else {
                    throw ServerRejection(.transactionIdNotFound)
                }
                guard transaction.ownershipType != .familyShared else {
                    throw ServerRejection(.familyTransactionNotSupported)
                }
                switch transaction.productType {
                case .consumable: break
                case .autoRenewable where !isOldForm: break
                default:
                    throw ServerRejection(
                        isOldForm ? .invalidTransactionNotConsumable : .invalidTransactionTypeNotSupported)
                }
            }
            return members
        }

        /// Records a refund request of the customer.
        ///
        /// - Returns: whether the app's server gets a consumption request.
        func ask(_ id: String, _ owner: ServerCustomer) async throws(ServerRejection) -> Bool {
            try await owner.perform { store, knowledge throws(ServerRejection) in
                guard let transaction = knowledge.access.transaction(id, of: store) else {
                    throw ServerRejection(.transactionIdNotFound)
                }
                try rejecting { try knowledge.access.requestRefund(of: id, in: store) }
                return [.consumable, .autoRenewable].contains(transaction.productType)
            }
        }

        /// Carries out a decision; a transaction that was deleted meanwhile is skipped.
        func carryOut(_ decided: RefundRequests.Decided, isSandbox: Bool) async {
            let id = decided.transactionID
            guard let owner = try? await directory.owner(of: id, .transaction, inSandbox: isSandbox) else { return }
            try? await owner.perform { store, knowledge throws(ServerRejection) in
                guard let transaction = knowledge.access.transaction(id, of: store) else { return }
                try rejecting {
                    switch decided.decision {
                    case .full: try store.refund(id)
                    case .prorated:
                        try store.refund(
                            id, percentage: Self.part(of: transaction, decided.consumed, at: store.clock.timestamp())
                        )
                    case .declined: try knowledge.access.declineRefund(of: id, in: store)
                    }
                }
            }
        }

        /// The refunded part of a price, in percent, rounded to thousandths.
        private static func part(of transaction: StoreTransaction, _ consumed: Int?, at now: Timestamp) -> Decimal {
            if let end = transaction.expirationTime {
                let whole = end.milliseconds - transaction.purchaseTime.milliseconds
                let left = min(whole, max(0, end.milliseconds - now.milliseconds))
                return whole > 0 ? Decimal(left * 100_000 / whole) / 1_000 : 0
            }
            return consumed.map { Decimal(100_000 - $0) / 1_000 } ?? 50
        }
    }
#endif
