#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserSimulator

    /// Takes the answers of the app's server to requests for refunds, and carries out what was decided.
    struct RefundDesk: Sendable {
        let directory: ServerDirectory

        /// Reads an answer, where the transaction is one that Apple takes answers for.
        func answer(_ call: ServerCall) async throws(ServerRefusal) -> ConsumptionMembers {
            let isOldForm = call.call == .sendConsumptionData
            let members = try ConsumptionMembers(call.members(), isOldForm: isOldForm)
            let id = call.values[0]
            let owner = try await directory.owner(of: id, .transaction, inSandbox: call.isSandbox)
            try await owner.perform { store, knowledge throws(ServerRefusal) in
                guard let transaction = knowledge.access.transaction(id, of: store) else {
                    throw ServerRefusal(.transactionIdNotFound)
                }
                guard transaction.ownershipType != .familyShared else {
                    throw ServerRefusal(.familyTransactionNotSupported)
                }
                switch transaction.productType {
                case .consumable: break
                case .autoRenewable where !isOldForm: break
                default:
                    throw ServerRefusal(
                        isOldForm ? .invalidTransactionNotConsumable : .invalidTransactionTypeNotSupported)
                }
            }
            return members
        }

        /// The customer asks for a refund.
        ///
        /// - Returns: whether the app's server is asked.
        func ask(_ id: String, _ owner: ServerCustomer) async throws(ServerRefusal) -> Bool {
            try await owner.perform { store, knowledge throws(ServerRefusal) in
                guard let transaction = knowledge.access.transaction(id, of: store) else {
                    throw ServerRefusal(.transactionIdNotFound)
                }
                try refusing { try knowledge.access.requestRefund(of: id, in: store) }
                return [.consumable, .autoRenewable].contains(transaction.productType)
            }
        }

        /// Does what was decided; a transaction that is gone meanwhile is none.
        func carryOut(_ decided: RefundRequests.Decided, isSandbox: Bool) async {
            let id = decided.transactionID
            guard let owner = try? await directory.owner(of: id, .transaction, inSandbox: isSandbox) else { return }
            try? await owner.perform { store, knowledge throws(ServerRefusal) in
                guard let transaction = knowledge.access.transaction(id, of: store) else { return }
                try refusing {
                    switch decided.decision {
                    case .full: try store.refund(id)
                    case .prorated:
                        try store.refund(
                            id, percentage: Self.part(of: transaction, decided.consumed, at: store.ownClock.timestamp())
                        )
                    case .declined: try knowledge.access.declineRefund(of: id, in: store)
                    }
                }
            }
        }

        /// How much of a purchase is paid back, in percent, to thousandths.
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
