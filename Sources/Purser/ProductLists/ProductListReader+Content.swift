#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ProductListReader {
    /// The source of a product's content; `nil` when it is wrong.
    ///
    /// The entry is then left out, because it would be sold without its content.
    mutating func content(_ node: JSONNode, of id: String) -> ContentDescriptor? {
        guard let object = node.object(&log) else { return nil }
        guard let type = object.string("type", &log) else {
            return reject(object.path(to: "type"), id, "has content of no type; name one of the four fetchers")
        }
        switch type {
        case "BZRLocalContentFetcher": return local(object, id)
        case "BZRRemoteContentFetcher": return remote(object, id)
        case "BZROnDemandContentFetcher": return onDemand(object, id)
        case "BZRFallbackContentFetcher": return fallback(object, id)
        default: return reject(object.path(to: "type"), id, "names the unknown content fetcher \"\(type.prefix(64))\"")
        }
    }

    private mutating func reject(_ path: String, _ id: String, _ problem: String) -> ContentDescriptor? {
        log.error(path, "\"\(id)\" \(problem); the entry is left out")
        return nil
    }

    private mutating func local(_ object: JSONObject, _ id: String) -> ContentDescriptor? {
        let path = object.path(to: "URL")
        guard let url = url(object), url.scheme?.lowercased() == "file" else {
            return reject(path, id, "needs the URL of a file here, such as file:///folder/content.zip")
        }
        guard ["", "localhost"].contains(url.host ?? ""), url.path.count > 1 else {
            return reject(path, id, "has a file URL without a path on this device")
        }
        return .local(archive: url)
    }

    private mutating func remote(_ object: JSONObject, _ id: String) -> ContentDescriptor? {
        let path = object.path(to: "URL")
        guard let url = url(object), ["http", "https"].contains(url.scheme?.lowercased() ?? "") else {
            return reject(path, id, "needs an http or https URL here, such as https://example.com/content.zip")
        }
        guard let host = url.host, !host.isEmpty else {
            return reject(path, id, "has a URL with a blank host, \"\(url.absoluteString.prefix(128))\"")
        }
        guard url.path.count > 1 else { return reject(path, id, "has a URL that names no archive") }
        return .remote(archive: url)
    }

    private mutating func url(_ object: JSONObject) -> URL? {
        object.string("URL", insteadOf: ["url"], &log).flatMap { URL(string: $0) }
    }

    private mutating func onDemand(_ object: JSONObject, _ id: String) -> ContentDescriptor? {
        let tags = object.strings("tags", &log) ?? []
        guard !tags.isEmpty else { return reject(object.path(to: "tags"), id, "needs at least one tag here") }
        return .onDemand(tags: tags, checksum: object.string("checksum", &log))
    }

    private mutating func fallback(_ object: JSONObject, _ id: String) -> ContentDescriptor? {
        let key = "fetchersParameters"
        let nodes = object.elements(key, &log)
        guard !nodes.isEmpty else { return reject(object.path(to: key), id, "has no fetchers to fall back on") }
        var sources: [ContentDescriptor] = []
        for node in nodes {
            guard let source = content(node, of: id) else { return nil }
            sources.append(source)
        }
        return .fallback(sources)
    }
}
