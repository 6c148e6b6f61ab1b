/// The installed, downloading and paused contents, and the progress of the downloads.
struct ContentDownloaderState: Sendable {
    private struct Product: Sendable {
        var installed: String?
        var isPaused = false
        /// How many versions are being downloaded; hardly ever more than one.
        var running = 0
        /// The latest report of the running download, or of the last one.
        var latest = ContentProgressState()
    }

    private var products: [String: Product] = [:]

    func installedVersion(of productID: String) -> String? { products[productID]?.installed }

    func isInstalled(_ request: ContentRequest) -> Bool { installedVersion(of: request.productID) == request.version }

    func progress(of productID: String) -> ContentProgress? { products[productID]?.latest.progress }

    func isDownloading(_ productID: String) -> Bool { products[productID].map { $0.running > 0 } ?? false }

    func isPaused(_ productID: String) -> Bool { products[productID]?.isPaused ?? false }

    mutating func found(_ request: ContentRequest) {
        products[request.productID, default: Product()].installed = request.version
    }

    mutating func began(_ request: ContentRequest) {
        var product = products[request.productID] ?? Product()
        if product.running == 0 { product.latest = ContentProgressState() }
        product.running += 1
        products[request.productID] = product
    }

    /// Records the number of received bytes; returns whether a download of the product is running.
    mutating func reported(_ productID: String, _ bytes: Int64, of total: Int64?, at now: Duration) -> Bool {
        guard isDownloading(productID) else { return false }
        products[productID]?.latest.reported(bytes, of: total, at: now)
        return true
    }

    /// A download has ended; returns the version that its content has replaced, which can be deleted.
    mutating func ended(_ request: ContentRequest, isInstalled: Bool) -> String? {
        guard var product = products[request.productID] else { return nil }
        product.running = max(0, product.running - 1)
        let former = product.installed
        if isInstalled { product.installed = request.version }
        products[request.productID] = product
        return isInstalled && former != request.version ? former : nil
    }

    /// The app pauses the downloads of a product, or resumes them; returns whether that is new.
    mutating func pause(_ productID: String, _ isPaused: Bool) -> Bool {
        guard self.isPaused(productID) != isPaused else { return false }
        products[productID, default: Product()].isPaused = isPaused
        return true
    }

    /// Forgets the installed content of a product, and returns its version; a running download continues.
    mutating func removed(_ productID: String) -> String? { products[productID]?.installed.take() }
}
