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
/// folder. Never touches
/// transactions: callers that need the content before they finish one wait for ``install(_:deadline:)``.
package actor ContentDownloader {
    private typealias Flight = SharedFlights<ContentRequest, InstalledContent>.Flight

    private let folder: ContentFolder?
    private let items: [String: StoreContent]
    private let retrier: Retrier
    private let policy: RetryPolicy
    private let flights: SharedFlights<ContentRequest, InstalledContent>
    private let limits: CallLimits
    /// What the store's handlers are known by.
    private let store: any AnyObject & Sendable
    /// Behind a lock, so that ``state(of:)`` answers without waiting; only the actor changes it.
    private let state = Lock(ContentDownloaderState())
    private let board: ContentProgressBoard
    private var isPrepared = false
    private var lastStaging: UInt64 = 0

    /// How many downloads are under way at a time.
    ///
    /// Further ones wait until one of them has ended.
    package static let downloadsAtOnce = 3

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
        self.retrier = retrier
        self.policy = policy
        board = ContentProgressBoard(clock: clock)
        flights = SharedFlights(clock: clock, flightsAtOnce: Self.downloadsAtOnce, closingLimit: limits.closing)
    }

    /// What is under way; for tests.
    package nonisolated var load: (keys: Int, flights: Int, callers: Int) { flights.load }

    /// The content that comes with a product; `nil` for the many that have none.
    package nonisolated func request(for productID: String) -> ContentRequest? {
        items.isEmpty ? nil : items[productID].map { ContentRequest(productID: productID, version: $0.version) }
    }

    /// How far the content of a product has got; never waits.
    package nonisolated func state(of productID: String) -> ContentState {
        let (isDownloading, version) = state.withLock {
            ($0.isDownloading(productID), $0.installedVersion(of: productID))
        }
        guard !isDownloading else { return .downloading }
        return version.flatMap { installed(ContentRequest(productID: productID, version: $0)) }
            .map(ContentState.installed) ?? .notInstalled
    }

    /// Deletes what an interrupted run has left, and finds what is installed.
    ///
    /// Only the first call does anything.
    package func prepare() {
        guard !isPrepared, let folder else { return }
        isPrepared = true
        folder.sweep()
        folder.sweepPartials(besides: items.keys.compactMap { request(for: $0) })
        for productID in items.keys {
            let wanted = request(for: productID)
            // An older version stays in use until the wanted one is installed.
            let older = folder.versions(of: productID).map { ContentRequest(productID: productID, version: $0) }
            for found in older + [wanted].compactMap({ $0 }) where folder.holds(found) {
                state.withLock { $0.found(found) }
            }
        }
    }

    /// Returns when the content is installed, at once if it is already.
    ///
    /// - Parameter deadline: how long to wait at most, counted from now; `nil` waits as long as the retry policy tries.
    /// - Throws: ``PurchaseFailure`` with `.contentUnavailable`, `.deadlineExceeded`, `.waitCancelled` or
    ///   `.storeClosed`.
    @discardableResult
    package func install(_ request: ContentRequest, deadline: Duration? = nil) async throws(PurchaseFailure)
        -> InstalledContent
    {
        prepare()
        // The disk is asked again, because the system may have cleared a caches folder meanwhile.
        if state.withLock({ $0.requested(request) }) == .installed, folder?.holds(request) == true,
            let installed = installed(request)
        {
            return installed
        }
        do throws(FlightEnding) {
            let arrived = try await flights.values(for: [request], within: deadline)
            if let content = arrived[request] { return content }
            throw FlightEnding.failed(unknown(request))
        } catch {
            throw failure(error, request)
        }
    }

    /// Deletes the content of a product; a download that is under way goes on, and installs.
    ///
    /// - Throws: ``ContentFailure`` that names the path.
    package func remove(_ productID: String) throws {
        prepare()
        guard let folder, let version = state.withLock({ $0.installedVersion(of: productID) }) else { return }
        try folder.remove(ContentRequest(productID: productID, version: version), number: nextStaging())
        _ = state.withLock { $0.removed(productID) }
        if !state.withLock({ $0.isDownloading(productID) }) { folder.discardPartials(of: productID) }
    }

    /// How far the download of a product's content is, from now on, as it goes; it ends with the download.
    package nonisolated func progress(of productID: String) -> AsyncStream<ContentProgress> {
        board.stream(of: productID)
    }

    /// Ends every call, now and later, with `.storeClosed`, stops the downloads, and lets `run()` end.
    package nonisolated func close() {
        flights.close()
        board.close()
    }

    /// Does the downloading until `close()`; part of the store's task tree.
    package func run() async {
        prepare()
        await flights.run { await self.download($0, $1) }
    }
}

// MARK: - Downloading

extension ContentDownloader {
    private nonisolated func download(_ flight: Flight, _ worker: OutwardWorker) async {
        for request in flight.keys {
            await began(request)
            do {
                let installed = try await retrier.run(.download, policy: policy) { _ in
                    try await self.fetch(request, for: flight, worker)
                }
                flights.land(flight, .success([request: installed]))
            } catch {
                await ended(request)
                flights.land(flight, .failure(error))
            }
        }
    }

    /// Makes one attempt: fetches into a staging folder, then moves that to where it belongs.
    ///
    /// One that takes too long gives up its place among the downloads, and goes on: whoever comes for this content
    /// waits for it, too.
    private nonisolated func fetch(
        _ request: ContentRequest, for flight: Flight, _ worker: OutwardWorker
    ) async throws -> InstalledContent {
        guard let folder, let item = items[request.productID], item.version == request.version else {
            throw unknown(request)
        }
        let staged = try folder.makeStaging(await nextStaging())
        defer { folder.discard(staged) }
        let partial = try folder.makePartial(request)
        let work = ContentWork(stagingDirectory: staged, partialDirectory: partial) { [board] bytes, total in
            board.told(request.productID, bytes, of: total)
        }
        let giveUpPlace: @Sendable () -> Void = { [flights] in flights.giveUpPlace(flight) }
        do {
            try await worker.call("content", within: limits.content, overdue: giveUpPlace) {
                try await HandlerMark.mark(.content(productID: request.productID), of: store) { _, begins in
                    if begins { giveUpPlace() }
                } running: {
                    try await item.source.fetch(request, with: work)
                }
            }
        } catch {
            throw ContentFailure.wrapping(error, path: staged.path)
        }
        try Task.checkCancellation()
        return try await commit(request, staged, folder)
    }

    private func began(_ request: ContentRequest) {
        state.withLock { $0.began(request) }
        board.began(request.productID)
    }

    private func ended(_ request: ContentRequest) {
        _ = state.withLock { $0.ended(request, isInstalled: false) }
        board.ended(request.productID)
    }

    private func commit(_ request: ContentRequest, _ staged: URL, _ folder: ContentFolder) throws -> InstalledContent {
        // There may be a content that was not known, put there by hand or by a run whose clean-up failed. The new one
        // replaces it.
        try folder.remove(request, number: nextStaging())
        try folder.install(request, from: staged)
        let replaced = state.withLock { $0.ended(request, isInstalled: true) }
        folder.discardPartials(of: request.productID)
        board.ended(request.productID)
        if let replaced {
            // The new version is installed. If the old one cannot be deleted, it only takes up room.
            try? folder.remove(
                ContentRequest(productID: request.productID, version: replaced), number: nextStaging())
        }
        return InstalledContent(
            productID: request.productID, version: request.version, folder: folder.location(of: request))
    }

    private func nextStaging() -> UInt64 {
        lastStaging += 1
        return lastStaging
    }

    private nonisolated func installed(_ request: ContentRequest) -> InstalledContent? {
        folder.map {
            InstalledContent(productID: request.productID, version: request.version, folder: $0.location(of: request))
        }
    }

    private nonisolated func unknown(_ request: ContentRequest) -> ContentFailure {
        ContentFailure(
            .unknownContent, path: folder?.root.path ?? "",
            "No content of version \(request.version) is set up for \(request.productID). "
                + "Add it to the store's contents.",
            retry: .permanent)
    }

    private func failure(_ ending: FlightEnding, _ request: ContentRequest) -> PurchaseFailure {
        PurchaseFailure(ending, waitingFor: "the content of \(request.productID)", code: .contentUnavailable)
    }
}
