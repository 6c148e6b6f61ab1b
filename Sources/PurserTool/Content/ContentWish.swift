import Foundation
import Purser
import PurserArchives
import PurserFormats
import PurserNetworking

/// The contents to download by `purser content get`: the products of a product list, or one from an address.
enum ContentWish {
    /// The contents for the words: each word is the file of a product list, or PRODUCT=ADDRESS.
    static func contents(_ words: [String], folder: URL, policy: ContentPolicy, sha256: String?) throws -> StoreContents
    {
        var contents = StoreContents(folder: folder, items: [], policy: policy)
        for word in words {
            if let equals = word.firstIndex(of: "="), !FileManager.default.fileExists(atPath: word) {
                let id = String(word[..<equals])
                contents.items.append(try item(id, String(word[word.index(after: equals)...]), sha256))
            } else {
                contents.items += try ProductList(contentsOf: URL(filePath: word)).contents(in: folder).items
            }
        }
        guard !contents.items.isEmpty else {
            throw UsageError("no product of the list has content; see contentFetcherParameters")
        }
        return contents
    }

    private static func item(_ productID: String, _ address: String, _ sha256: String?) throws(UsageError)
        -> StoreContent
    {
        if let fault = IntakeFault.of(identifier: productID, "product identifier") {
            throw UsageError("\(fault); write PRODUCT=https://example.com/pond.zip")
        }
        guard let url = URL(string: address), ["http", "https", "file"].contains(url.scheme?.lowercased() ?? "") else {
            throw UsageError(
                "“\(address)” is not an http, https or file address; write PRODUCT=https://example.com/pond.zip")
        }
        let file: any ContentSource =
            url.isFileURL ? LocalFileSource(url) : RemoteContentSource(url, sha256: sha256)
        let isArchive = url.pathExtension.lowercased() == "zip"
        // Another digest is another file.
        let version = ContentDescriptor.version(of: "\(address) \(sha256 ?? "")")
        return StoreContent(
            productID: productID, version: version,
            source: isArchive ? ArchiveSource(file, into: url.deletingPathExtension().lastPathComponent) : file)
    }
}
