#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ProductList {
    /// The largest file that is read, in bytes (4 MiB).
    public static let maximumFileSize = JSONValue.maximumBytes

    /// Reads a file: an XML or binary property list, or JSON, whichever its first bytes say.
    ///
    /// - Parameter path: the file's path, absolute or from the current folder.
    /// - Throws: ``ProductListError`` when the file cannot be read or is no list of products.
    public init(contentsOf path: String) throws(ProductListError) {
        let data: Data
        do throws(JSONFault) {
            data = try BoundedFile.read(path)
        } catch {
            throw ProductListError(.unreadableFile, file: path, error)
        }
        let first = data.first { !JSONScan.isBlank($0) && ![0xEF, 0xBB, 0xBF].contains($0) }
        if data.starts(with: "bplist".utf8) || first == UInt8(ascii: "<") {
            try self.init(plist: data, file: path)
        } else {
            try self.init(json: data, file: path)
        }
    }

    /// Reads a file by its `file:` URL.
    ///
    /// - Parameter url: the file's URL; nothing is fetched from a network.
    /// - Throws: ``ProductListError`` when the file cannot be read or is no list of products.
    public init(contentsOf url: URL) throws(ProductListError) {
        guard url.isFileURL else {
            let fault = JSONFault("only files are read; fetch it first and pass its bytes")
            throw ProductListError(.unreadableFile, file: url.absoluteString, fault)
        }
        try self.init(contentsOf: url.path)
    }

    /// Reads a property list: an array of identifiers, `Products` with `Subscriptions`, or a dictionary by identifier.
    ///
    /// - Parameters:
    ///   - plist: an XML or binary property list.
    ///   - file: the name that an error gives the bytes.
    /// - Throws: ``ProductListError`` when it is neither.
    public init(plist: Data, file: String = "the property list") throws(ProductListError) {
        let root: JSONValue
        do throws(JSONFault) {
            root = try JSONValue.reading(propertyList: plist)
        } catch {
            throw ProductListError(.invalidFormat, file: file, error)
        }
        try self.init(root, file: file, isPropertyList: true)
    }

    /// Reads JSON: an array of identifiers or a product list of Bazaar (an array of objects).
    ///
    /// - Parameters:
    ///   - json: UTF-8 JSON, neither compressed nor encrypted.
    ///   - file: the name that an error gives the bytes.
    /// - Throws: ``ProductListError`` when it is neither.
    public init(json: Data, file: String = "the product list") throws(ProductListError) {
        let root: JSONValue
        do throws(JSONFault) {
            root = try JSONValue.reading(json: json)
        } catch {
            throw ProductListError(.invalidFormat, file: file, error)
        }
        try self.init(root, file: file, isPropertyList: false)
    }

    private init(_ root: JSONValue, file: String, isPropertyList: Bool) throws(ProductListError) {
        var reader = ProductListReader()
        do throws(JSONFault) {
            try reader.read(root, isPropertyList: isPropertyList)
        } catch {
            throw ProductListError(.notAProductList, file: file, error)
        }
        self.init(entries: reader.entries)
        diagnostics = reader.log.diagnostics
    }
}
