extension StoreSessions {
    var accounts: StoreSequence<StoreAccount> {
        StoreSequence { [self] in
            SessionLoop(self) {
                $0.account as StoreAccount?
            } reading: { account, last in
                guard let next = account.take(), next != last else { return nil }
                return next
            }
        }
    }

    func states(of productID: String) -> StoreSequence<ProductState> {
        StoreSequence { [self] in
            SessionLoop(self, startsNow: true) {
                ProductWatch($0.lifecycle, productID)
            } reading: { watch, last in
                // The first one of a later session may be equal.
                while let state = await watch.next() { if state != last { return state } }
                return nil
            }
        }
    }

    var entitlementUpdates: StoreSequence<StoreEntitlements> {
        StoreSequence { [self] in
            SessionLoop(self) {
                EntitlementReading($0.ledger.entitlements)
            } reading: { reading, _ in
                await reading.next()
            }
        }
    }

    /// The identifiers of the products that the current user may use, now and after each change.
    var allowedProductUpdates: StoreSequence<Set<String>> {
        StoreSequence { [self] in
            SessionLoop(self) {
                EntitlementReading($0.ledger.entitlements)
            } reading: { [list = parts.listed.list] reading, last in
                while let entitlements = await reading.next() {
                    let allowed = entitlements.allowedProductIDs(by: list)
                    if allowed != last { return allowed }
                }
                return nil
            }
        }
    }

    func contentStatuses(of productID: String) -> StoreSequence<ContentStatus> {
        StoreSequence { [self] in
            SessionLoop(self) {
                $0.parts.downloader
            } reading: { downloader, last in
                await downloader.changes.first { [downloader] in
                    let status = downloader.status(of: productID)
                    return status == last ? nil : status
                }
            }
        }
    }
}
