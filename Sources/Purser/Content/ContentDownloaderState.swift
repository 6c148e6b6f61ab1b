/// The installed, downloading and paused contents, and the progress of the downloads.
struct ContentDownloaderState: Sendable {
    /// The downloads of a product, one after another.
    struct Downloads: Sendable {
        /// How many versions are being downloaded; hardly ever more than one.
        fileprivate(set) var running = 0
        /// How often the last running download has ended.
        fileprivate(set) var endings: UInt64 = 0
        /// The number of reports of all downloads.
        fileprivate(set) var reports: UInt64 = 0
        fileprivate var latest = ContentProgressState()

        /// The latest report of the running download, or of the last one.
        var progress: ContentProgress? { latest.progress }
    }

    private struct Product: Sendable {
        var installed: String?
        var isPaused = false
        var downloads = Downloads()
    }

    private var products: [String: Product] = [:]

    /// The installed version of a product's content, if there is one.
    func installedVersion(of productID: String) -> String? { products[productID]?.installed }

    /// Whether this version is installed.
    func isInstalled(_ request: ContentRequest) -> Bool { installedVersion(of: request.productID) == request.version }

    /// The downloads of a product.
    func downloads(of productID: String) -> Downloads { products[productID]?.downloads ?? Downloads() }

    /// Whether some version is being downloaded.
    func isDownloading(_ productID: String) -> Bool { downloads(of: productID).running > 0 }

    /// Whether the app has paused its downloads.
    func isPaused(_ productID: String) -> Bool { products[productID]?.isPaused ?? false }

    /// Records content that was found on the disk when the folder was opened.
    mutating func found(_ request: ContentRequest) {
        products[request.productID, default: Product()].installed = request.version
    }

    /// Records the beginning of a download.
    mutating func began(_ request: ContentRequest) {
        var downloads = downloads(of: request.productID)
        if downloads.running == 0 { downloads.latest = ContentProgressState() }
        downloads.running += 1
        products[request.productID, default: Product()].downloads = downloads
    }

    /// Records the number of received bytes.
    ///
    /// - Returns: whether a download of the product is running.
    mutating func reported(_ productID: String, _ bytes: Int64, of total: Int64?, at now: Duration) -> Bool {
        guard isDownloading(productID) else { return false }
        products[productID]?.downloads.latest.reported(bytes, of: total, at: now)
        products[productID]?.downloads.reports += 1
        return true
    }

    /// A download has ended.
    ///
    /// After a success its content is installed, and the previous version can be deleted.
    ///
    /// - Returns: the version that was replaced.
    mutating func ended(_ request: ContentRequest, isInstalled: Bool) -> String? {
        guard var product = products[request.productID] else { return nil }
        product.downloads.running = max(0, product.downloads.running - 1)
        if product.downloads.running == 0 { product.downloads.endings += 1 }
        let former = product.installed
        if isInstalled { product.installed = request.version }
        products[request.productID] = product
        return isInstalled && former != request.version ? former : nil
    }

    /// The app pauses the downloads of a product, or resumes them.
    ///
    /// - Returns: whether that is new.
    mutating func pause(_ productID: String, _ isPaused: Bool) -> Bool {
        guard self.isPaused(productID) != isPaused else { return false }
        products[productID, default: Product()].isPaused = isPaused
        return true
    }

    /// The content of a product is to be deleted.
    ///
    /// A running download continues.
    ///
    /// - Returns: the version that was installed.
    mutating func removed(_ productID: String) -> String? { products[productID]?.installed.take() }
}
