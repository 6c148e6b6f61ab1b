#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Downloads the contents of products, installs them in the content folder, and finds them again at the next start.
///
/// Owns the content folder, what is known of it, and the downloads, which workers of `run()` carry out. Promises: a
/// content is installed whole or not at all, also after a crash; all callers who want the same content share one
/// download; a download that failed or was cancelled leaves nothing behind but what its source keeps to go on with, except
/// that a crash may leave a staging folder, which is deleted at the next start; no product identifier leads out of the
/// folder; what the app has paused waits, and gives its place to others. Never touches transactions: callers that need the
/// content before they finish one wait for ``install(_:priority:deadline:)``.
package actor ContentDownloader {
    typealias Flight = SharedFlights<ContentRequest, InstalledContent>.Flight

    let folder: ContentFolder?
    let items: [String: StoreContent]
    /// The products that have content, in their order.
    package nonisolated let productIDs: [String]
    let contentPolicy: ContentPolicy
    let retrier: Retrier
    let policy: RetryPolicy
    let flights: SharedFlights<ContentRequest, InstalledContent>
    let limits: CallLimits
    /// What the store's handlers are known by.
    let store: any AnyObject & Sendable
    /// Behind a lock, so that ``state(of:)`` answers without waiting.
    let state = Lock(ContentDownloaderState())
    let board: ContentProgressBoard
    /// Advanced whenever a product's downloads are paused.
    let pauses = EventCount()
    /// Advanced whenever a content was installed.
    package let installations = EventCount()
    private var isPrepared = false
    private var lastStaging: UInt64 = 0

    /// - Parameters:
    ///   - contents: what has content and where it is kept; `nil` when no product has any.
    ///   - limits: how long an attempt to fetch a content may keep its place among the downloads.
    ///   - store: what the store's handlers are known by; see ``HandlerMark``.
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
        board = ContentProgressBoard(clock: clock)
        flights = SharedFlights(
            clock: clock, flightsAtOnce: contentPolicy.downloadsAtOnce, closingLimit: limits.closing)
    }

    /// What is under way; for tests.
    package nonisolated var load: (keys: Int, flights: Int, callers: Int) { flights.load }

    /// The content that comes with a product; `nil` for the many that have none.
    package nonisolated func request(for productID: String) -> ContentRequest? {
        items.isEmpty ? nil : items[productID].map { ContentRequest(productID: productID, version: $0.version) }
    }

    /// How far the content of a product has got; never waits.
    package nonisolated func state(of productID: String) -> ContentState {
        let (isPaused, isDownloading, version) = state.withLock {
            ($0.isPaused(productID), $0.isDownloading(productID), $0.installedVersion(of: productID))
        }
        guard !isPaused || version == items[productID]?.version else { return .paused }
        guard !isDownloading else { return .downloading }
        return version.flatMap { installed(ContentRequest(productID: productID, version: $0)) }
            .map(ContentState.installed) ?? .notInstalled
    }

    /// The same, and how far the download is that is under way.
    package nonisolated func status(of productID: String) -> ContentStatus {
        let state = state(of: productID)
        return ContentStatus(state, progress: state == .downloading ? board.progress(of: productID) : nil)
    }

    /// Deletes what an interrupted run has left, and finds what is installed.
    ///
    /// Only the first call does anything.
    package func prepare() {
        guard !isPrepared, let folder else { return }
        isPrepared = true
        folder.sweep()
        findInstalled()
        // What is installed needs no rest, which a program leaves that is killed right after the installation.
        let wanted = items.keys.compactMap { request(for: $0) }
        folder.sweepPartials(besides: state.withLock { state in wanted.filter { state.requested($0) == .fetch } })
    }

    /// Finds what is installed, so that it is known before anything else is done.
    nonisolated func findInstalled() {
        guard let folder else { return }
        for productID in items.keys {
            let wanted = request(for: productID)
            // An older version stays in use until the wanted one is installed.
            let older = folder.versions(of: productID).map { ContentRequest(productID: productID, version: $0) }
            for found in older + [wanted].compactMap({ $0 }) where folder.holds(found) {
                state.withLock { $0.found(found) }
            }
        }
        board.changes.advance()
    }

    /// Returns when the content is installed, at once if it is already.
    ///
    /// - Parameters:
    ///   - priority: which contents are fetched first, when more are wanted than are fetched at a time.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits as long as the retry policy tries.
    /// - Throws: ``PurchaseFailure`` with `.contentUnavailable`, `.deadlineExceeded`, `.waitCancelled` or
    ///   `.storeClosed`.
    @discardableResult
    package func install(
        _ request: ContentRequest, priority: ContentPriority = .high, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> InstalledContent {
        prepare()
        folder?.note(request.productID, isRemoved: false)
        // The disk is asked again, because the system may have cleared a caches folder meanwhile.
        if state.withLock({ $0.requested(request) }) == .installed, folder?.holds(request) == true,
            let installed = installed(request)
        {
            return installed
        }
        do throws(FlightEnding) {
            let arrived = try await flights.values(for: [request], within: deadline, priority: priority.rawValue)
            if let content = arrived[request] { return content }
            throw FlightEnding.failed(unknown(request))
        } catch {
            throw failure(error, request)
        }
    }

    /// How far the download of a product's content is, from now on, as it goes; it ends with the download.
    package nonisolated func progress(of productID: String) -> AsyncStream<ContentProgress> {
        board.stream(of: productID)
    }

    /// Ends every call, now and later, with `.storeClosed`, stops the downloads, and lets `run()` end.
    package nonisolated func close() {
        flights.close()
        board.close()
        installations.close()
    }

    /// Does the downloading until `close()`; part of the store's task tree.
    package func run() async {
        prepare()
        await flights.run { await self.download($0, $1) }
    }
}

extension ContentDownloader {
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

    private func failure(_ ending: FlightEnding, _ request: ContentRequest) -> PurchaseFailure {
        ending.failure(waitingFor: "the content of \(request.productID)", code: .contentUnavailable)
    }
}
