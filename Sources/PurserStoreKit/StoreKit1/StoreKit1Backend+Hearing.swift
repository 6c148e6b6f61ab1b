#if canImport(StoreKit)
    import Purser
    import StoreKit

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    // The queue's reports, until they are in the inbox.
    extension StoreKit1Backend {
        func received(_ change: QueueChange) {
            switch change {
            case .updated(let transactions): report(events(of: transactions, areLeftovers: false))
            case .removed(let transactions): removed(transactions)
            case .restoreEnded(let error):
                let reported = error.map { BackendFailure(storeKit1: $0, doing: "restoring purchases") }
                let event = guarded.withLock { $0.state.restored(reported) }
                if let event { report([event]) }
            case .promoted(let product):
                let id = product.productIdentifier
                let number = guarded.withLock { guarded in
                    guarded.products[id] = product
                    guarded.promotions[id, default: 0] += 1
                    return guarded.promotions[id, default: 0]
                }
                report([.promotedPurchase(PromotedPurchase(id: "\(id) \(number)", productID: id))])
            case .storefrontChanged(let storefront):
                // Prices and products may differ.
                guarded.withLock { $0.products = [:] }
                if let storefront { report([.storefrontChanged(StoreStorefront(storefront))]) }
            case .entitlementsRevoked(let productIDs): report([.entitlementsRevoked(productIDs: productIDs)])
            }
        }

        func events(of transactions: [SKPaymentTransaction], areLeftovers: Bool) -> [BackendEvent] {
            let reported = transactions.map { ($0, QueueTransaction($0)) }
            return guarded.withLock { guarded in
                reported.compactMap { transaction, said in
                    let handle = guarded.handle(of: transaction)
                    return guarded.state.updated(said, handle, isLeftover: areLeftovers, describe: describe)
                }
            }
        }

        private func removed(_ transactions: [SKPaymentTransaction]) {
            guarded.withLock { guarded in
                for transaction in transactions {
                    guard let handle = guarded.handles.removeValue(forKey: ObjectIdentifier(transaction)) else {
                        continue
                    }
                    guarded.transactions[handle] = nil
                    guarded.state.removed(handle)
                }
            }
        }

        private func describe(_ said: QueueTransaction, _ id: String) -> StoreTransaction {
            let date = said.date ?? Date(timeIntervalSince1970: 0)
            var fields = StoreTransaction.Fields(
                id: id, productID: said.productID, productType: productTypes[said.productID] ?? .unknown,
                purchasedQuantity: said.quantity, purchaseDate: date)
            if let originalID = said.originalID { fields.originalID = originalID }
            if let originalDate = said.originalDate { fields.originalPurchaseDate = originalDate }
            // A name whose table cannot be written stays unknown: the purchase then belongs to the user of its payment.
            fields.appAccountToken = said.username.flatMap { try? usernames.userID(for: $0) }
            return StoreTransaction(fields)
        }
    }

    extension StoreKit1Backend.Guarded {
        /// The handle of a transaction in the queue.
        fileprivate mutating func handle(of transaction: SKPaymentTransaction) -> StoreKit1State.Handle {
            if let handle = handles[ObjectIdentifier(transaction)] { return handle }
            handleCount += 1
            handles[ObjectIdentifier(transaction)] = handleCount
            transactions[handleCount] = transaction
            return handleCount
        }
    }

    extension StoreStorefront {
        /// A storefront of StoreKit 1.
        init(_ reported: SKStorefront) { self.init(countryCode: reported.countryCode, id: reported.identifier) }
    }
#endif
