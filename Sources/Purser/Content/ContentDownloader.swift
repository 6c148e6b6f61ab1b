#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Downloads the contents of products, installs them in the content folder, and finds them again at the next start.
///
/// Owns the content folder, its known contents, and the downloads, which workers of `run()` carry out. Promises: a
/// content is installed as a whole or not at all, also after a crash. All callers for the same content share one
/// download. A download that failed or was cancelled leaves nothing except its source's partial download; after a crash
/// a staging folder may remain, which is deleted at the next start. No product identifier leads out of the folder. A
/// paused download waits, and frees its place for others. Never touches transactions: callers that need the content
/// before they finish one wait for ``install(_:priority:deadline:)``.
package actor ContentDownloader {
    typealias SharedRequest = SharedRequests<ContentRequest, InstalledContent>.SharedRequest

    let folder: ContentFolder?
    let items: [String: StoreContent]
    /// The products that have content, in their order.
    package nonisolated let productIDs: [String]
    let contentPolicy: ContentPolicy
    let retrier: Retrier
    let policy: RetryPolicy
    let requests: SharedRequests<ContentRequest, InstalledContent>
    let limits: CallLimits
    /// Identifies the store's handlers.
    let store: any AnyObject & Sendable
    /// Behind a lock, so that ``state(of:)`` returns without waiting.
    let state = Lock(ContentDownloaderState())
    let clock: any StoreClock
    /// Advances when something about a content changes; closed at the close.
    package let changes = EventCount()
    /// Advances when a product's downloads are paused.
    let pauses = EventCount()
    /// Advances when a content was installed.
    package let installations = EventCount()
    private var isCleanedUp = false
    private var lastStaging: UInt64 = 0

    /// The contents are `nil` when no product has any; `store` identifies the store's handlers, see ``HandlerMark``.
    package init(
        contents: StoreContents?, retrier: Retrier, policy: RetryPolicy, clock: any StoreClock,
        limits: CallLimits = CallLimits(), store: any AnyObject & Sendable = EventCount()
    ) {
        self.limits = limits
        self.store = store
        folder = contents.map { ContentFolder($0.folder) }
        items = Dictionary((contents?.items ?? []).map { ($0.productID, $0) }, uniquingKeysWith: { $1 })
        productIDs = items.keys.sorted()
        contentPolicy = contents?.policy ?? ContentPolicy()
        self.retrier = retrier
        self.policy = policy
        self.clock = clock
        requests = SharedRequests(
            clock: clock, for: WaitingCall("downloadContent"), requestsAtOnce: contentPolicy.downloadsAtOnce,
            closingLimit: limits.closing)
    }

    /// The running downloads and their callers; for tests.
    package nonisolated var load: (keys: Int, requests: Int, callers: Int) { requests.load }

    /// The content of a product; `nil` for the many products without content.
    package nonisolated func request(for productID: String) -> ContentRequest? {
        items.isEmpty ? nil : items[productID].map { ContentRequest(productID: productID, version: $0.version) }
    }

    /// The state of a product's content; never waits.
    package nonisolated func state(of productID: String) -> ContentState {
        let (isPaused, isDownloading, version) = state.withLock {
            ($0.isPaused(productID), $0.isDownloading(productID), $0.installedVersion(of: productID))
        }
        guard !isPaused || version == items[productID]?.version else { return .paused }
        guard !isDownloading else { return .downloading }
        return version.flatMap { installed(ContentRequest(productID: productID, version: $0)) }
            .map(ContentState.installed) ?? .notInstalled
    }

    /// The same, with the progress of the running download.
    package nonisolated func status(of productID: String) -> ContentStatus {
        let state = state(of: productID)
        return ContentStatus(
            state, progress: state == .downloading ? self.state.withLock { $0.progress(of: productID) } : nil)
    }

    /// At the first call deletes the remains of an interrupted run, and finds the installed contents.
    package func cleanUp() {
        guard !isCleanedUp, let folder else { return }
        isCleanedUp = true
        folder.sweep()
        findInstalled()
        // A program that is killed right after an installation leaves a partial download, which is not needed any more.
        let wanted = items.keys.compactMap { request(for: $0) }
        folder.sweepPartials(besides: state.withLock { state in wanted.filter { !state.isInstalled($0) } })
    }

    nonisolated func findInstalled() {
        guard let folder else { return }
        for productID in items.keys {
            let wanted = request(for: productID)
            // An older version stays in use until the configured one is installed.
            let older = folder.versions(of: productID).map { ContentRequest(productID: productID, version: $0) }
            for found in older + [wanted].compactMap({ $0 }) where folder.holds(found) {
                state.withLock { $0.found(found) }
            }
        }
        changes.advance()
    }

    /// Returns when the content is installed, at once if it is already.
    ///
    /// - Parameters:
    ///   - priority: which contents are fetched first, when more are requested than are fetched at a time.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits until the retry policy ends.
    /// - Throws: ``PurchaseFailure`` with `.contentUnavailable`, `.deadlineExceeded`, `.waitCancelled` or
    ///   `.storeClosed`.
    @discardableResult
    package func install(
        _ request: ContentRequest, priority: ContentPriority = .high, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> InstalledContent {
        cleanUp()
        folder?.record(request.productID, isRemoved: false)
        // The disk is checked again, because the system may have cleared a caches folder meanwhile.
        if state.withLock({ $0.isInstalled(request) }), folder?.holds(request) == true,
            let installed = installed(request)
        {
            return installed
        }
        do throws(RequestEnding) {
            let arrived = try await requests.values(for: [request], within: deadline, priority: priority.rawValue)
            if let content = arrived[request] { return content }
            throw RequestEnding.failed(unknown(request))
        } catch {
            throw error.failure(waitingFor: "the content of \(request.productID)", code: .contentUnavailable)
        }
    }

    /// Ends every call, now and later, with `.storeClosed`, stops the downloads, and lets `run()` end.
    package nonisolated func close() {
        requests.close()
        changes.close()
        installations.close()
    }

    /// Downloads until `close()`; part of the store's task tree.
    package func run() async {
        cleanUp()
        await requests.run { try await self.download($0, $1) }
    }

    /// A number that no other folder in staging has.
    func nextStaging() -> UInt64 {
        lastStaging += 1
        return lastStaging
    }

    nonisolated func installed(_ request: ContentRequest) -> InstalledContent? {
        folder?.content(of: request)
    }

    nonisolated func unknown(_ request: ContentRequest) -> ContentFailure {
        ContentFailure(
            .unknownContent, path: folder?.root.path ?? "",
            "No content of version \(request.version) is set up for \(request.productID). "
                + "Add it to the store's contents.",
            retry: .permanent)
    }
}
