#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ContentDownloader {
    nonisolated func download(
        _ shared: SharedRequest, _ worker: ExternalWorker
    ) async throws -> [ContentRequest: InstalledContent] {
        var installed: [ContentRequest: InstalledContent] = [:]
        for request in shared.keys {
            guard !isPaused(request) else { throw putOff(shared, request) }
            await began(request)
            do {
                installed[request] = try await retrier.run(.download, policy: policy) { _ in
                    try await self.fetch(request, for: shared, worker)
                }
            } catch {
                await ended(request)
                if error is PausedDownload { throw putOff(shared, request) }
                throw error
            }
        }
        return installed
    }

    private nonisolated func isPaused(_ request: ContentRequest) -> Bool {
        state.withLock { $0.isPaused(request.productID) }
    }

    /// Pauses a download: other downloads run until the app resumes it.
    private nonisolated func putOff(_ shared: SharedRequest, _ request: ContentRequest) -> PausedDownload {
        requests.hold(shared)
        // The app may have paused it in between.
        if !isPaused(request) { requests.release([request]) }
        return PausedDownload()
    }

    /// Makes one attempt: fetches into a staging folder, then moves that folder to its final place.
    ///
    /// If it times out, it gives up its place among the downloads, and still runs: later calls wait for it too.
    private nonisolated func fetch(
        _ request: ContentRequest, for shared: SharedRequest, _ worker: ExternalWorker
    ) async throws -> InstalledContent {
        guard let folder, let item = items[request.productID], item.version == request.version
        else { throw unknown(request) }
        let staged = try folder.makeStaging(await nextStaging())
        defer { folder.discard(staged) }
        let partial = try folder.makePartial(request)
        let work = ContentWork(
            stagingDirectory: staged, partialDirectory: partial, limits: contentPolicy.limits
        ) { [state, changes, clock] bytes, total in
            let now = clock.now()
            let isUnderWay = state.withLock { $0.reported(request.productID, bytes, of: total, at: now) }
            if isUnderWay { changes.advance() }
        }
        let giveUpPlace: @Sendable () -> Void = { [requests] in requests.giveUpPlace(shared) }
        do {
            try await worker.call("content", within: limits.content, overdue: giveUpPlace) {
                try await HandlerMark.mark("content", of: store) {
                    try await unlessPaused(request) { try await item.source.fetch(request, with: work) }
                }
            }
            try contentPolicy.limits.check([staged])
        } catch {
            throw ContentFailure.wrapping(error, path: staged.path)
        }
        try Task.checkCancellation()
        // Here, where downloads do not wait for each other's disk.
        let manifest = try folder.makeSafe(staged)
        return try await commit(request, staged, manifest, folder)
    }

    /// Cancels an operation when the app pauses the downloads of the product.
    private nonisolated func unlessPaused(
        _ request: ContentRequest, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            group.addTask { [pauses] in
                while true {
                    let seen = pauses.count
                    if self.isPaused(request) { throw PausedDownload() }
                    try await pauses.wait(after: seen)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func began(_ request: ContentRequest) {
        state.withLock { $0.began(request) }
        changes.advance()
    }

    private func ended(_ request: ContentRequest) {
        _ = state.withLock { $0.ended(request, isInstalled: false) }
        changes.advance()
    }

    private func commit(
        _ request: ContentRequest, _ staged: URL, _ manifest: ContentManifest, _ folder: ContentFolder
    ) throws -> InstalledContent {
        // There may be an unknown content, put there by hand or left by a run whose clean-up failed. The new one
        // replaces it.
        try folder.remove(request, number: nextStaging())
        try folder.install(request, from: staged, with: manifest)
        let replaced = state.withLock { $0.ended(request, isInstalled: true) }
        folder.discardPartials(of: request.productID)
        changes.advance()
        installations.advance()
        if let replaced {
            // The new version is installed. If the old one cannot be deleted, it only uses disk space.
            try? folder.remove(
                ContentRequest(productID: request.productID, version: replaced), number: nextStaging())
        }
        return folder.content(of: request)
    }
}

/// The app has paused a download: it is not retried before the app resumes it.
private struct PausedDownload: RetryClassifying {
    var retryClass: RetryClass { .permanent }
}
