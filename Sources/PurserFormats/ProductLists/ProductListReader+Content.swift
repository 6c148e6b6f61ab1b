import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The reason why the source of a product's content cannot be used, and its place in the list.
struct ContentFault: Error {
    var path: String
    var message: String

    init(_ path: String, _ message: String) { (self.path, self.message) = (path, message) }
}

extension ProductListReader {
    mutating func content(_ node: JSONNode) throws(ContentFault) -> ContentDescriptor {
        guard case .object(let members) = node.value else {
            throw ContentFault(node.path, "has \(node.value.kind) here instead of an object")
        }
        let object = JSONObject(members: members, path: node.path)
        guard let type = object.string("type", &log) else {
            throw ContentFault(object.path(to: "type"), "has content without a type; set one of the four fetchers")
        }
        switch type {
        case "BZRLocalContentFetcher": return try local(object)
        case "BZRRemoteContentFetcher": return try remote(object)
        case "BZROnDemandContentFetcher": return try onDemand(object)
        case "BZRFallbackContentFetcher": return try fallback(object)
        default:
            let name = Wording.short(type, limit: 64)
            throw ContentFault(object.path(to: "type"), "names the unknown content fetcher \"\(name)\"")
        }
    }

    private mutating func local(_ object: JSONObject) throws(ContentFault) -> ContentDescriptor {
        let path = object.path(to: "URL")
        guard let url = url(object), url.scheme?.lowercased() == "file" else {
            throw ContentFault(path, "needs the URL of a file here, such as file:///folder/content.zip")
        }
        guard ["", "localhost"].contains(url.host ?? ""), url.path.count > 1 else {
            throw ContentFault(path, "has a file URL without a path on this device")
        }
        return .local(archive: url)
    }

    private mutating func remote(_ object: JSONObject) throws(ContentFault) -> ContentDescriptor {
        let path = object.path(to: "URL")
        guard let url = url(object), ["http", "https"].contains(url.scheme?.lowercased() ?? "") else {
            throw ContentFault(path, "needs an http or https URL here, such as https://example.com/content.zip")
        }
        guard let host = url.host, !host.isEmpty else {
            throw ContentFault(
                path, "has a URL with a blank host, \"\(Wording.short(url.absoluteString, limit: 128))\"")
        }
        guard url.path.count > 1 else { throw ContentFault(path, "has a URL without an archive") }
        return .remote(archive: url)
    }

    private mutating func url(_ object: JSONObject) -> URL? {
        object.string("URL", insteadOf: ["url"], &log).flatMap { URL(string: $0) }
    }

    private mutating func onDemand(_ object: JSONObject) throws(ContentFault) -> ContentDescriptor {
        let tags = object.strings("tags", &log) ?? []
        guard !tags.isEmpty else { throw ContentFault(object.path(to: "tags"), "needs at least one tag here") }
        return .onDemand(tags: tags, checksum: object.string("checksum", &log))
    }

    private mutating func fallback(_ object: JSONObject) throws(ContentFault) -> ContentDescriptor {
        let key = "fetchersParameters"
        let nodes = object.elements(key, &log)
        guard !nodes.isEmpty else { throw ContentFault(object.path(to: key), "has no fetchers to fall back on") }
        var sources: [ContentDescriptor] = []
        for node in nodes { sources.append(try content(node)) }
        return .fallback(sources)
    }
}
