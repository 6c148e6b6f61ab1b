#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The contents of products, and the folder in which they are kept.
///
/// A product with content is not finished before the content is installed.
public struct StoreContents: Sendable {
    /// The folder for content.
    ///
    /// Purser owns everything in it, and only one store may use it at a time.
    public var folder: URL
    /// The contents, at most one per product.
    ///
    /// Of two for the same product the last one counts.
    public var items: [StoreContent]
    /// The policy for automatic downloads of contents, and their limits.
    public var policy: ContentPolicy

    /// Makes contents in `folder`, which is created when it is needed.
    public init(folder: URL, items: [StoreContent], policy: ContentPolicy = ContentPolicy()) {
        self.folder = folder
        self.items = items
        self.policy = policy
    }
}

/// The content of one product.
public struct StoreContent: Sendable {
    /// The product.
    public var productID: String
    /// The version to install, any text.
    ///
    /// An installed content of another version is replaced when this one is installed.
    public var version: String
    /// The source of the content.
    public var source: any ContentSource

    /// Makes the content of one product.
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

    /// Makes a request for one content.
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
    /// The folder of the content: it has exactly the files and folders that the source has put into its staging folder.
    public var folder: URL

    /// Makes an installed content.
    public init(productID: String, version: String, folder: URL) {
        self.productID = productID
        self.version = version
        self.folder = folder
    }

    /// The total size of its files in bytes; 0 when it no longer exists.
    ///
    /// It reads the folder: the more files, the longer it takes.
    public var bytes: Int64 { FileManager.default.bytes(ofTree: folder) }
}

/// Whether the content of a product is installed, on its way, or neither.
public enum ContentState: Sendable, Hashable {
    /// It is not installed, or the product has no content.
    case notInstalled
    /// It is being downloaded.
    ///
    /// An earlier version may still be installed.
    case downloading
    /// The app paused its download, until ``PurchaseStore/resumeContentDownload(of:)``.
    ///
    /// An earlier version may still be installed.
    case paused
    /// It is installed.
    case installed(InstalledContent)
}

/// Fetches the content of products: from a folder, from a server, or in an app's own way.
public protocol ContentSource: Sendable {
    /// Fetches the content into `work.stagingDirectory`, an empty folder that exists.
    ///
    /// It may resume from the files of an earlier attempt in `work.partialDirectory`. When it throws or is cancelled,
    /// the staging folder is deleted.
    ///
    /// - Throws: any error. One that conforms to ``RetryClassifying`` decides whether it is retried.
    func fetch(_ request: ContentRequest, with work: ContentWork) async throws
}

/// The parameters of one attempt of a source to fetch a content: the folders to write to, the limits, and the method
/// that reports progress.
public struct ContentWork: Sendable {
    /// An empty folder that exists: its files become the content when the source returns.
    ///
    /// When the source throws or is cancelled, it is deleted.
    public let stagingDirectory: URL
    /// A folder that exists and outlives failed attempts and the program, for a download that resumes.
    ///
    /// It is for this content in this version only. It is deleted when the content is installed, removed, or no longer
    /// configured.
    public let partialDirectory: URL
    /// How much may be fetched, and over which networks, by ``ContentPolicy/limits``.
    public let limits: ContentLimits
    private let reportProgress: @Sendable (Int64, Int64?) -> Void

    /// Makes the parameters of one attempt, for tests of a source.
    ///
    /// - Parameters:
    ///   - stagingDirectory: an empty folder that exists.
    ///   - partialDirectory: a folder that exists, with the files of earlier attempts.
    ///   - limits: how much may be fetched.
    ///   - report: called with the number of bytes on this device, and the total if it is known.
    public init(
        stagingDirectory: URL, partialDirectory: URL, limits: ContentLimits = ContentLimits(),
        reporting report: @escaping @Sendable (Int64, Int64?) -> Void = { _, _ in }
    ) {
        self.stagingDirectory = stagingDirectory
        self.partialDirectory = partialDirectory
        self.limits = limits
        reportProgress = report
    }

    /// Reports the progress of the download; call it whenever bytes arrive.
    ///
    /// - Parameters:
    ///   - bytes: how many bytes are on this device, including those of earlier attempts.
    ///   - total: the total number of bytes; `nil` when it is not known.
    public func report(_ bytes: Int64, of total: Int64?) { reportProgress(max(0, bytes), total) }
}
