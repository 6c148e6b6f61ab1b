#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The reason why the source of a product's content cannot be used, and its place in the list.
struct ContentFault: Error {
    var path: String
    /// The fault, as the rest of a sentence about the product.
    var message: String
}

extension ProductListReader {
    private typealias Source = Result<ContentDescriptor, ContentFault>

    /// The source of a product's content, or its fault.
    mutating func content(_ node: JSONNode) -> Result<ContentDescriptor, ContentFault> {
        guard case .object(let members) = node.value else {
            return fault(node.path, "has \(node.value.kind) here instead of an object")
        }
        let object = JSONObject(members: members, path: node.path)
        guard let type = object.string("type", &log) else {
            return fault(object.path(to: "type"), "has content without a type; set one of the four fetchers")
        }
        switch type {
        case "BZRLocalContentFetcher": return local(object)
        case "BZRRemoteContentFetcher": return remote(object)
        case "BZROnDemandContentFetcher": return onDemand(object)
        case "BZRFallbackContentFetcher": return fallback(object)
        default:
            let name = Wording.short(type, limit: 64)
            return fault(object.path(to: "type"), "names the unknown content fetcher \"\(name)\"")
        }
    }

    private func fault(_ path: String, _ message: String) -> Source {
        .failure(ContentFault(path: path, message: message))
    }

    private mutating func local(_ object: JSONObject) -> Source {
        let path = object.path(to: "URL")
        guard let url = url(object), url.scheme?.lowercased() == "file" else {
            return fault(path, "needs the URL of a file here, such as file:///folder/content.zip")
        }
        guard ["", "localhost"].contains(url.host ?? ""), url.path.count > 1 else {
            return fault(path, "has a file URL without a path on this device")
        }
        return .success(.local(archive: url))
    }

    private mutating func remote(_ object: JSONObject) -> Source {
        let path = object.path(to: "URL")
        guard let url = url(object), ["http", "https"].contains(url.scheme?.lowercased() ?? "") else {
            return fault(path, "needs an http or https URL here, such as https://example.com/content.zip")
        }
        guard let host = url.host, !host.isEmpty else {
            return fault(path, "has a URL with a blank host, \"\(Wording.short(url.absoluteString, limit: 128))\"")
        }
        guard url.path.count > 1 else { return fault(path, "has a URL without an archive") }
        return .success(.remote(archive: url))
    }

    private mutating func url(_ object: JSONObject) -> URL? {
        object.string("URL", insteadOf: ["url"], &log).flatMap { URL(string: $0) }
    }

    private mutating func onDemand(_ object: JSONObject) -> Source {
        let tags = object.strings("tags", &log) ?? []
        guard !tags.isEmpty else { return fault(object.path(to: "tags"), "needs at least one tag here") }
        return .success(.onDemand(tags: tags, checksum: object.string("checksum", &log)))
    }

    private mutating func fallback(_ object: JSONObject) -> Source {
        let key = "fetchersParameters"
        let nodes = object.elements(key, &log)
        guard !nodes.isEmpty else { return fault(object.path(to: key), "has no fetchers to fall back on") }
        var sources: [ContentDescriptor] = []
        for node in nodes {
            switch content(node) {
            case .success(let source): sources.append(source)
            case .failure(let fault): return .failure(fault)
            }
        }
        return .success(.fallback(sources))
    }
}
