/// Which contents are installed, which are being downloaded, which are paused, and what an install has to do.
package struct ContentDownloaderState: Sendable {
    /// What an install needs.
    package enum Decision: Sendable, Hashable {
        /// It is installed already.
        case installed
        /// It has to be downloaded.
        case fetch
    }

    private struct Product: Sendable {
        var installed: String?
        /// How many versions are being downloaded; hardly ever more than one.
        var downloads = 0
        var isPaused = false
    }

    private var products: [String: Product] = [:]

    /// Nothing is installed, and no download is under way.
    package init() {}

    /// The installed version of a product's content, if there is one.
    package func installedVersion(of productID: String) -> String? { products[productID]?.installed }

    /// Whether some version is being downloaded.
    package func isDownloading(_ productID: String) -> Bool { (products[productID]?.downloads ?? 0) > 0 }

    /// Whether the app has stopped its downloads for a while.
    package func isPaused(_ productID: String) -> Bool { products[productID]?.isPaused ?? false }

    /// What has to be done for a caller who wants a content.
    package func requested(_ request: ContentRequest) -> Decision {
        products[request.productID]?.installed == request.version ? .installed : .fetch
    }

    /// A content was found on the disk when the folder was opened.
    package mutating func found(_ request: ContentRequest) {
        products[request.productID, default: Product()].installed = request.version
    }

    /// A download has begun.
    package mutating func began(_ request: ContentRequest) {
        products[request.productID, default: Product()].downloads += 1
    }

    /// A download has ended.
    ///
    /// After a success its content is installed, and the version before it can be deleted.
    ///
    /// - Returns: the version that was replaced.
    package mutating func ended(_ request: ContentRequest, isInstalled: Bool) -> String? {
        guard var product = products[request.productID] else { return nil }
        product.downloads = max(0, product.downloads - 1)
        defer { products[request.productID] = product }
        guard isInstalled else { return nil }
        defer { product.installed = request.version }
        return product.installed == request.version ? nil : product.installed
    }

    /// The app stops the downloads of a product for a while, or lets them go on.
    ///
    /// - Returns: whether that is new.
    package mutating func pause(_ productID: String, _ isPaused: Bool) -> Bool {
        guard self.isPaused(productID) != isPaused else { return false }
        products[productID, default: Product()].isPaused = isPaused
        return true
    }

    /// The content of a product is to be deleted.
    ///
    /// A download that is under way goes on.
    ///
    /// - Returns: the version that was installed.
    package mutating func removed(_ productID: String) -> String? {
        guard var product = products[productID] else { return nil }
        defer { products[productID] = product }
        return product.installed.take()
    }
}
