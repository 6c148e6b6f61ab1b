extension StoreSessions {
    /// The accounts that the store works for, one after the other.
    var accounts: StoreSequence<StoreAccount> {
        StoreSequence("accounts") { [self] in
            SessionLoop(self) {
                $0.account as StoreAccount?
            } reading: { account, last in
                guard let next = account.take(), next != last else { return nil }
                return next
            }
        }
    }

    /// The states of a product, in one session after the other.
    func states(of productID: String) -> StoreSequence<ProductState> {
        StoreSequence("states of \(productID)") { [self] in
            SessionLoop(self, startsNow: true) {
                ProductWatch($0.lifecycle, productID)
            } reading: { watch, last in
                // The first one of a further session may be no other.
                while let state = await watch.next() { if state != last { return state } }
                return nil
            }
        }
    }
}

extension PurchaseStore {
    /// Where the content of a product stands: first at present, then whenever that is something else.
    ///
    /// It goes on through switches of users. A reader that is slow gets the latest only.
    public func contentStatuses(of productID: String) -> StoreSequence<ContentStatus> {
        StoreSequence("content of \(productID)") { [sessions] in
            SessionLoop(sessions) {
                $0.downloader
            } reading: { downloader, last in
                await downloader.board.changes.first { [downloader] in
                    let status = downloader.status(of: productID)
                    return status == last ? nil : status
                }
            }
        }
    }

    /// What the present user owns, now and whenever that may have changed.
    ///
    /// What is owned at present comes first. Then it comes again whenever something about it is new: what may be used, where a
    /// subscription stands or how it goes on, how many of a consumable were bought, whether it is known
    /// (``StoreEntitlements/availability``) or stale, also by time alone; and when the store has switched to another
    /// user. What changes none of that is not told. A reader that is slow gets the latest state only.
    public var entitlementUpdates: StoreSequence<StoreEntitlements> {
        StoreSequence("entitlement updates") { [sessions] in EntitlementReading.loop(sessions) }
    }
}
