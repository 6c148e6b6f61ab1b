/// The installed, downloading and paused contents, and the work of an install.
package struct ContentDownloaderState: Sendable {
    /// The work of an install.
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

    /// Makes a state without installed contents and downloads.
    package init() {}

    /// The installed version of a product's content, if there is one.
    package func installedVersion(of productID: String) -> String? { products[productID]?.installed }

    /// Whether some version is being downloaded.
    package func isDownloading(_ productID: String) -> Bool { (products[productID]?.downloads ?? 0) > 0 }

    /// Whether the app has paused its downloads.
    package func isPaused(_ productID: String) -> Bool { products[productID]?.isPaused ?? false }

    /// The work for a caller that requests a content.
    package func requested(_ request: ContentRequest) -> Decision {
        products[request.productID]?.installed == request.version ? .installed : .fetch
    }

    /// Records content that was found on the disk when the folder was opened.
    package mutating func found(_ request: ContentRequest) {
        products[request.productID, default: Product()].installed = request.version
    }

    /// Records the beginning of a download.
    package mutating func began(_ request: ContentRequest) {
        products[request.productID, default: Product()].downloads += 1
    }

    /// A download has ended.
    ///
    /// After a success its content is installed, and the previous version can be deleted.
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

    /// The app pauses the downloads of a product, or resumes them.
    ///
    /// - Returns: whether that is new.
    package mutating func pause(_ productID: String, _ isPaused: Bool) -> Bool {
        guard self.isPaused(productID) != isPaused else { return false }
        products[productID, default: Product()].isPaused = isPaused
        return true
    }

    /// The content of a product is to be deleted.
    ///
    /// A running download continues.
    ///
    /// - Returns: the version that was installed.
    package mutating func removed(_ productID: String) -> String? {
        guard var product = products[productID] else { return nil }
        defer { products[productID] = product }
        return product.installed.take()
    }
}
