#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The content that comes with products, and the folder in which it is kept.
///
/// A product with content is not finished before the content is installed.
public struct StoreContents: Sendable {
    /// The folder for content.
    ///
    /// Purser owns everything in it, and only one store may use it at a time.
    public var folder: URL
    /// The contents, one for each product that has any.
    ///
    /// Of two for the same product the last one counts.
    public var items: [StoreContent]
    /// What the store does with them by itself, and how much it fetches at a time.
    public var policy: ContentPolicy

    /// Contents to be kept in `folder`, which is made when it is needed.
    public init(folder: URL, items: [StoreContent], policy: ContentPolicy = ContentPolicy()) {
        self.folder = folder
        self.items = items
        self.policy = policy
    }
}

/// The content of one product.
public struct StoreContent: Sendable {
    /// The product that it comes with.
    public var productID: String
    /// The version that is wanted, any text.
    ///
    /// An installed content of another version is replaced when this one is installed.
    public var version: String
    /// Where it comes from.
    public var source: any ContentSource

    /// The content of one product.
    public init(productID: String, version: String = "1", source: any ContentSource) {
        self.productID = productID
        self.version = version
        self.source = source
    }
}

/// Names the content of one product in one version.
public struct ContentRequest: Sendable, Hashable {
    /// The product.
    public var productID: String
    /// The version of its content.
    public var version: String

    /// A request for one content.
    public init(productID: String, version: String) {
        self.productID = productID
        self.version = version
    }
}

/// A content that is installed on this device.
public struct InstalledContent: Sendable, Hashable {
    /// The product that it belongs to.
    public var productID: String
    /// Its version.
    public var version: String
    /// The folder that holds it.
    public var folder: URL

    /// An installed content.
    public init(productID: String, version: String, folder: URL) {
        self.productID = productID
        self.version = version
        self.folder = folder
    }
}

extension InstalledContent {
    /// How many bytes its files have together; 0 when it is not there any more.
    ///
    /// It reads the folder: the more files, the longer it takes.
    public var bytes: Int64 { FileManager.default.bytes(ofTree: folder) }
}

/// Whether the content of a product is installed, on its way, or neither.
public enum ContentState: Sendable, Hashable {
    /// It is not installed, or the product has none.
    case notInstalled
    /// It is being downloaded.
    ///
    /// An earlier version may still be installed.
    case downloading
    /// Its download was stopped by the app until ``PurchaseStore/resumeContentDownload(of:)``.
    ///
    /// An earlier version may still be installed.
    case paused
    /// It is installed.
    case installed(InstalledContent)
}

/// Fetches the content of products: from a folder, from a server, or in an app's own way.
public protocol ContentSource: Sendable {
    /// Puts the content into `work.stagingDirectory`, an empty folder that exists.
    ///
    /// It may resume from what an earlier attempt has left in `work.partialDirectory`. When it throws or is cancelled, the
    /// staging folder is deleted.
    ///
    /// - Throws: any error. One that conforms to ``RetryClassifying`` says whether it is tried again.
    func fetch(_ request: ContentRequest, with work: ContentWork) async throws
}
