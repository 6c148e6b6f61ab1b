// The app's calls for contents: pause, cancel, delete and list.
extension ContentDownloader {
    /// Pauses the downloads of a product until they are resumed; the downloaded part is kept.
    package nonisolated func pause(_ productID: String) {
        guard state.withLock({ $0.pause(productID, true) }) else { return }
        pauses.advance()
        changes.advance()
    }

    /// Resumes the downloads of a product.
    package nonisolated func resume(_ productID: String) {
        guard state.withLock({ $0.pause(productID, false) }), let request = request(for: productID) else { return }
        requests.release([request])
        changes.advance()
    }

    /// Ends the download of a product's content for all callers; the downloaded part is kept for the next one.
    package nonisolated func cancel(_ productID: String) {
        guard let request = request(for: productID) else { return }
        requests.cancel([request], because: ContentFailure.cancelled(productID))
        if state.withLock({ $0.pause(productID, false) }) { changes.advance() }
    }

    /// Begins a download that no call waits for, unless the content is installed, or the app has deleted it.
    ///
    /// It does not check the disk for known installed contents, because it is called for all owned products after every
    /// change. Content that the system has cleared meanwhile is fetched on request, or after the next launch.
    package func startIfMissing(_ productID: String) {
        cleanUp()
        guard let folder, let request = request(for: productID),
            !state.withLock({ $0.isInstalled(request) }),
            !folder.isRemoved(productID), !folder.holds(request)
        else { return }
        requests.start([request], priority: ContentPriority.low.rawValue)
    }

    /// Deletes the content of a product, in all versions; a running download continues, and installs.
    ///
    /// With `byApp` it is not fetched again before the app requests that. Throws ``ContentFailure`` with the path.
    package func remove(_ productID: String, byApp: Bool = true) throws(ContentFailure) {
        cleanUp()
        guard let folder else { return }
        if byApp { folder.record(productID, isRemoved: true) }
        let known = state.withLock { $0.installedVersion(of: productID) }.map { [$0] } ?? []
        for version in Set(folder.versions(of: productID) + known).sorted() {
            try folder.remove(ContentRequest(productID: productID, version: version), number: nextStaging())
        }
        if state.withLock({ $0.removed(productID) }) != nil { changes.advance() }
        if !state.withLock({ $0.isDownloading(productID) }) { folder.discardPartials(of: productID) }
    }

    /// The files of a product's content that have changed since its installation; `nil` when it is not installed.
    package nonisolated func flaws(of productID: String) -> [ContentFlaw]? {
        guard let folder, let version = state.withLock({ $0.installedVersion(of: productID) }) else { return nil }
        return folder.flaws(of: ContentRequest(productID: productID, version: version))
    }

    /// Whether some version of a product's content is known to be installed.
    package nonisolated func isOnDevice(_ productID: String) -> Bool {
        state.withLock { $0.installedVersion(of: productID) } != nil
    }

    /// All contents on this device, whether or not the app still names them.
    package nonisolated var installed: [InstalledContent] {
        (folder?.installed() ?? []).compactMap { installed($0) }
    }
}
