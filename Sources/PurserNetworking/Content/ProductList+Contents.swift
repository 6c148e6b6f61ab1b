public import Foundation
public import Purser
public import PurserArchives

/// How the contents of a product list are fetched.
public struct ProductListFetching: Sendable {
    /// Makes the source for on-demand resources, from their tags and the checksum of their version; `nil` if the app has no such
    /// resources.
    public var onDemand: (@Sendable (_ tags: [String], _ checksum: String?) -> any ContentSource)?
    /// The transport for requests to servers.
    public var transport: any HTTPTransport
    /// The clock that measures time limits; the same as the store's, if an app has its own.
    public var clock: any StoreClock
    /// How large an unpacked archive may be.
    public var archives: ArchiveLimits

    /// By default the program's network and clock, and no on-demand resources.
    public init(
        onDemand: (@Sendable (_ tags: [String], _ checksum: String?) -> any ContentSource)? = nil,
        transport: any HTTPTransport = URLSessionTransport.shared, clock: any StoreClock = SystemClock(),
        archives: ArchiveLimits = ArchiveLimits()
    ) {
        self.onDemand = onDemand
        self.transport = transport
        self.clock = clock
        self.archives = archives
    }

    /// The source of a content descriptor.
    ///
    /// An archive is unpacked into a folder with its name, as with Bazaar.
    ///
    /// - Parameters:
    ///   - content: the descriptor.
    ///   - productID: the product, for errors.
    /// - Throws: `ContentFailure` for on-demand resources without ``onDemand``.
    package func source(
        of content: ContentDescriptor, for productID: String
    ) throws(ContentFailure) -> any ContentSource {
        switch content {
        case .local(let archive): return unpacking(LocalFileSource(archive), content)
        case .remote(let archive):
            return unpacking(RemoteContentSource(archive, transport: transport, clock: clock), content)
        case .onDemand(let tags, let checksum):
            guard let onDemand else { throw ContentFailure.noOnDemandSource(productID, tags) }
            return onDemand(tags, checksum)
        case .fallback(let contents):
            var sources: [any ContentSource] = []
            for content in contents { sources.append(try source(of: content, for: productID)) }
            return FallbackContentSource(sources)
        }
    }

    private func unpacking(_ source: any ContentSource, _ content: ContentDescriptor) -> ArchiveSource {
        ArchiveSource(source, into: content.directoryName, limits: archives)
    }
}

extension ContentDescriptor {
    /// The folder that an archive is unpacked into: its name without the extension; `nil` for other sources.
    fileprivate var directoryName: String? {
        switch self {
        case .local(let archive), .remote(let archive): archive.deletingPathExtension().lastPathComponent
        case .onDemand, .fallback: nil
        }
    }
}

extension ContentFailure {
    /// A product list has content that only the operating system of some devices can fetch.
    fileprivate static func noOnDemandSource(_ productID: String, _ tags: [String]) -> ContentFailure {
        ContentFailure(
            .noSource, path: productID,
            "The entry of the product list names on-demand resources (\(tags.joined(separator: ", "))), for which this "
                + "program has no source. Pass one as ProductListFetching.onDemand, or use another fetcher.",
            retry: .permanent)
    }
}

extension ProductList {
    /// The contents of the list, each from the source in its `contentFetcherParameters`.
    ///
    /// A content has a new version when these parameters change. If a source cannot be used, fetching the content fails with
    /// `ContentFailure`, so that no purchase of the product is granted without it.
    ///
    /// - Parameters:
    ///   - folder: the folder for installed contents.
    ///   - policy: when contents are fetched and removed.
    ///   - fetching: how they are fetched.
    /// - Throws: `ContentFailure`.
    public func contents(
        in folder: URL, policy: ContentPolicy = ContentPolicy(), fetching: ProductListFetching = ProductListFetching()
    ) throws(ContentFailure) -> StoreContents {
        var items: [StoreContent] = []
        for entry in entries {
            if let content = entry.content {
                items.append(
                    StoreContent(
                        productID: entry.id, version: content.version,
                        source: try fetching.source(of: content, for: entry.id)))
            } else if let fault = entry.contentFault {
                let source = FaultyContentSource(fault: fault)
                items.append(StoreContent(productID: entry.id, version: "fault", source: source))
            }
        }
        return StoreContents(folder: folder, items: items, policy: policy)
    }
}
