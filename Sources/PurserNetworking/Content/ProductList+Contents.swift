public import Foundation
public import Purser
public import PurserArchives

/// How the contents that a product list names are fetched.
public struct ProductListFetching: Sendable {
    /// Makes the source of resources that the operating system fetches by their tags, with the checksum that tells one version
    /// from another; `nil` where there is none.
    public var onDemand: (@Sendable (_ tags: [String], _ checksum: String?) -> any ContentSource)?
    /// What speaks to servers.
    public var transport: any HTTPTransport
    /// What limits of time are measured by; that of the store, where an app has its own.
    public var clock: any StoreClock
    /// How much may come out of an archive.
    public var archives: ArchiveLimits

    /// By this program's network and clock, and without on-demand resources, unless something else is said.
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

    /// The source that a descriptor stands for.
    ///
    /// Archives are unpacked into a folder that is named like them, as with Bazaar.
    ///
    /// - Parameters:
    ///   - content: where the content comes from.
    ///   - productID: the product, for errors.
    /// - Throws: `ContentSourceUnavailable`.for on-demand resources without ``onDemand``.
    public func source(
        of content: ContentDescriptor, for productID: String
    ) throws(ContentSourceUnavailable) -> any ContentSource {
        switch content {
        case .local(let archive): return unpacking(LocalFileSource(archive), content)
        case .remote(let archive):
            return unpacking(RemoteContentSource(archive, transport: transport, clock: clock), content)
        case .onDemand(let tags, let checksum):
            guard let onDemand else { throw ContentSourceUnavailable(productID: productID, tags: tags) }
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

/// A product list names content that only the operating system of some devices can fetch.
public struct ContentSourceUnavailable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The product whose entry names it.
    public let productID: String
    /// The tags of the resources.
    public let tags: [String]

    /// What is wrong and what to do next.
    public var description: String {
        "The entry \"\(productID)\" of the product list names on-demand resources (\(tags.joined(separator: ", "))), which this "
            + "program has no source for. Give one as ProductListFetching.onDemand, or name another fetcher."
    }
}

extension ContentSourceUnavailable: LocalizedError {
    /// What is wrong and what to do next: what `localizedDescription` says.
    public var errorDescription: String? { description }
}

extension ProductList {
    /// The contents that the list names, each from the fetcher that its `contentFetcherParameters` name.
    ///
    /// A content has another version as soon as these name something else. Where the list names a source that cannot be used,
    /// fetching the content fails with `ContentSourceFault`, so that no purchase of the product is granted without it.
    ///
    /// - Parameters:
    ///   - folder: where contents are installed.
    ///   - policy: what the store does with them by itself.
    ///   - fetching: how they are fetched.
    /// - Throws: `ContentSourceUnavailable`.
    public func contents(
        in folder: URL, policy: ContentPolicy = ContentPolicy(), fetching: ProductListFetching = ProductListFetching()
    ) throws(ContentSourceUnavailable) -> StoreContents {
        var items: [StoreContent] = []
        for entry in entries {
            if let content = entry.content {
                items.append(
                    StoreContent(
                        productID: entry.id, version: content.version,
                        source: try fetching.source(of: content, for: entry.id)))
            } else if let fault = entry.contentFault {
                let source = FaultyContentSource(fault: ContentSourceFault(productID: entry.id, fault: fault))
                items.append(StoreContent(productID: entry.id, version: "fault", source: source))
            }
        }
        return StoreContents(folder: folder, items: items, policy: policy)
    }
}
