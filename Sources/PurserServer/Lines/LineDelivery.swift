#if Server
    package import Purser

    /// What is reported together about one line.
    package struct LineDelivery: Sendable {
        /// Transactions of the line.
        package var transactions: [StoreTransaction]
        /// What is reported of its renewal.
        package var renewals: [StoreRenewalInfo]
        /// The line that is bound to a user, and the user.
        package var binding: (line: String, user: Holder)?

        /// A delivery.
        package init(
            transactions: [StoreTransaction] = [], renewals: [StoreRenewalInfo] = [],
            binding: (line: String, user: Holder)? = nil
        ) {
            (self.transactions, self.renewals, self.binding) = (transactions, renewals, binding)
        }

        /// Every identifier of the line that it names, in order.
        package var lines: [String] {
            var names = Set(transactions.map(\.originalID))
            for transaction in transactions where !transaction.isConsumable {
                if let former = transaction.previousOriginalTransactionID { names.insert(former) }
            }
            names.formUnion(renewals.map(\.originalTransactionID))
            if let binding { names.insert(binding.line) }
            return names.sorted()
        }
    }
#endif
