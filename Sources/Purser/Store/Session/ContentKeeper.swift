/// Fetches and deletes contents when the entitlements change, if the app's policy requires it.
struct ContentKeeper: Sendable {
    let policy: ContentPolicy
    let downloader: ContentDownloader
    let ledger: TransactionLedger
    let stopped: EventCount

    /// Fetches owned contents that are missing, and deletes refunded ones; part of the store's task tree.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.followOwned() }
            if policy.removesRefunded { group.addTask { await self.followInstallations() } }
        }
    }

    /// Deletes content that was installed after its refund, because the refund came during the download.
    private func followInstallations() async {
        let installations = downloader.installations
        var seen = installations.count
        while (try? await installations.wait(after: seen)) != nil {
            seen = installations.count
            await removeRefunded()
        }
    }

    private func followOwned() async {
        let entitlements = ledger.entitlements
        while !stopped.isClosed, !Task.isCancelled {
            let seen = entitlements.changes.count
            let owned = entitlements.present
            if policy.restoring == .atOnce {
                for productID in downloader.productIDs where owned.contains(productID) {
                    await downloader.startIfMissing(productID)
                }
            }
            if policy.removesRefunded { await removeRefunded() }
            do { try await entitlements.changes.wait(after: seen) } catch { return }
        }
    }

    /// Deletes the contents of products whose purchases were all revoked, those of other users too: all users of the
    /// device share its contents.
    func removeRefunded() async {
        let owned = ledger.entitlements.present
        let candidates = downloader.productIDs.filter { downloader.isOnDevice($0) && !owned.contains($0) }
        guard !candidates.isEmpty else { return }
        let recorded = Dictionary(grouping: await ledger.whole(), by: \.transaction.productID)
        for productID in candidates {
            guard let transactions = recorded[productID],
                transactions.allSatisfy({ $0.transaction.revocationDate != nil }),
                await !ledger.journal.containsAbsent(where: { $0.transactions.hasPurchase(of: productID) })
            else { continue }
            // A failed deletion is repeated at the next change, or after the next launch.
            try? await downloader.remove(productID, byApp: false)
        }
    }
}

extension ContentPolicy {
    var keepsContents: Bool { restoring == .atOnce || removesRefunded }
}
