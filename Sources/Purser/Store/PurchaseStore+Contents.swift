extension PurchaseStore {
    /// Whether the content of a product is installed, on its way, paused, or none of these.
    ///
    /// It never waits.
    public func contentState(of productID: String) -> ContentState { engine.downloader.state(of: productID) }

    /// How far the download of a product's content is, as it goes: of the one that is under way, or else of the next one.
    ///
    /// It ends with the download, well or not, and when it is paused; a reader that is slow gets the latest only. A source says
    /// how far it is by ``ContentWork/report(_:of:)``; those that do not are not told of.
    public func contentProgress(of productID: String) -> AsyncStream<ContentProgress> {
        engine.downloader.progress(of: productID)
    }

    /// Returns when the content of a product is installed, in the version that the configuration names; at once if it is.
    ///
    /// Purchases need no such call. It is for content that is owned and missing: after a restore, on a new device, when the
    /// system or the app has deleted it, or when a new version of the app names a new version of it. It does not ask whether
    /// the product is owned, so that an app can fetch content ahead. All who want the same content share one download.
    ///
    /// - Parameters:
    ///   - productID: the product.
    ///   - priority: which contents are fetched first, when more are wanted than ``ContentPolicy/downloadsAtOnce``. Contents of
    ///     purchases that wait to be finished have a high one.
    ///   - deadline: how long to wait at most; `nil` waits as long as `retries.download` tries. The download goes on for others
    ///     who wait for it.
    /// - Returns: where the content is.
    /// - Throws: ``PurchaseFailure`` with the code `.contentUnavailable` when the configuration names no content of the product,
    ///   it could not be fetched, or the app has cancelled it; `.deadlineExceeded` or `.waitCancelled` when the waiting ended
    ///   first; `.storeClosed` or `.accountSwitched` when the store was closed or switched to another user meanwhile.
    @discardableResult
    public func downloadContent(
        of productID: String, priority: ContentPriority = .normal, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> InstalledContent {
        let engine = engine
        guard let request = engine.downloader.request(for: productID) else { throw .noContent(of: productID) }
        do {
            return try await engine.downloader.install(request, priority: priority, deadline: deadline)
        } catch {
            throw engine.callerFailure(error)
        }
    }

    /// Stops the download of a product's content until ``resumeContentDownload(of:)``, or until the store is opened anew; others
    /// have their turn meanwhile.
    ///
    /// What is here is kept, as far as the source can go on with it. A purchase that waits for the content goes on waiting.
    public func pauseContentDownload(of productID: String) { engine.downloader.pause(productID) }

    /// Lets the download of a product's content go on.
    public func resumeContentDownload(of productID: String) { engine.downloader.resume(productID) }

    /// Ends the download of a product's content for all who wait for it.
    ///
    /// What is here is kept for the next one; ``removeContent(of:)`` deletes it. A purchase that waits for the content becomes a
    /// dead letter: it is not finished before ``releaseDeadLetter(_:)`` has it delivered anew.
    public func cancelContentDownload(of productID: String) { engine.downloader.cancel(productID) }

    /// The contents on this device, in the order of their products, also of products that the configuration does not name any
    /// more; ``InstalledContent/bytes`` says how large one is.
    public func installedContents() -> [InstalledContent] { engine.downloader.installed }

    /// The files of a product's content that are missing, or have another size than when they were installed; `nil` when no
    /// content of the product is installed.
    ///
    /// It looks at each file, and does not read them. To have a flawed content whole again, delete it and download it.
    public func contentFlaws(of productID: String) -> [ContentFlaw]? { engine.downloader.flaws(of: productID) }

    /// Deletes the content of a product, and what is kept of its downloads; the space is free when it returns.
    ///
    /// It is not fetched again before the app asks for it, or the product is bought again. A download that is under way goes on.
    ///
    /// - Throws: ``ContentFailure`` that names the path.
    public func removeContent(of productID: String) async throws { try await engine.downloader.remove(productID) }
}

extension PurchaseFailure {
    fileprivate static func noContent(of productID: String) -> PurchaseFailure {
        PurchaseFailure(
            .contentUnavailable, "No content of \(productID) is set up. Add it to the configuration's contents.",
            productID: productID)
    }
}
