/// Which contents are there, which are on their way, and what an install has to do.
package struct ContentDownloaderState: Sendable {
    /// What an install needs.
    package enum Decision: Sendable, Hashable {
        /// It is there already.
        case installed
        /// It has to be fetched.
        case fetch
    }

    private struct Product: Sendable {
        var installed: String?
        /// How many versions are on their way; hardly ever more than one.
        var downloads = 0
    }

    private var products: [String: Product] = [:]

    package init() {}

    /// The installed version of a product's content, if there is one.
    package func installedVersion(of productID: String) -> String? { products[productID]?.installed }

    /// Whether some version is on its way.
    package func isDownloading(_ productID: String) -> Bool { (products[productID]?.downloads ?? 0) > 0 }

    /// Somebody wants a content.
    package func requested(_ request: ContentRequest) -> Decision {
        products[request.productID]?.installed == request.version ? .installed : .fetch
    }

    /// A content was found in its place when the folder was opened.
    package mutating func found(_ request: ContentRequest) {
        products[request.productID, default: Product()].installed = request.version
    }

    /// A download has begun.
    package mutating func began(_ request: ContentRequest) {
        products[request.productID, default: Product()].downloads += 1
    }

    /// A download has ended; after a success its content is in place, and the version before it can go.
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

    /// The content of a product is to go; a download under way goes on.
    ///
    /// - Returns: the version that was installed.
    package mutating func removed(_ productID: String) -> String? {
        guard var product = products[productID] else { return nil }
        defer { products[productID] = product }
        return product.installed.take()
    }
}
