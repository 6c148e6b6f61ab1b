public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ProductList {
    /// The largest file that is read, in bytes (4 MiB).
    public static let maximumFileSize = JSONReader.maximumBytes

    /// Reads a file: an XML or binary property list, or JSON, recognised by its first bytes.
    ///
    /// - Parameter url: the file; nothing is fetched from a network.
    /// - Throws: `ProductFileFailure` when the file cannot be read or is not a list of products.
    public init(contentsOf url: URL) throws(ProductFileFailure) {
        try self.init(JSONReader(contentsOf: url))
    }

    /// Reads a property list: an array of identifiers, `Products` with `Subscriptions`, or a dictionary by identifier.
    ///
    /// - Parameters:
    ///   - plist: an XML or binary property list.
    ///   - file: the name of the bytes in errors and diagnostics.
    /// - Throws: `ProductFileFailure` when it is none of these.
    public init(plist: Data, file: String = "the property list") throws(ProductFileFailure) {
        try self.init(JSONReader(plist, as: .propertyList, file: file))
    }

    /// Reads JSON: an array of identifiers or a product list of Bazaar (an array of objects).
    ///
    /// - Parameters:
    ///   - json: UTF-8 JSON, neither compressed nor encrypted.
    ///   - file: the name of the bytes in errors and diagnostics.
    /// - Throws: `ProductFileFailure` when it is neither.
    public init(json: Data, file: String = "the product list") throws(ProductFileFailure) {
        try self.init(JSONReader(json, as: .json, file: file))
    }

    private init(_ file: JSONReader) throws(ProductFileFailure) {
        var reader = ProductListReader(file)
        try reader.read()
        self.init(entries: reader.entries)
        diagnostics = reader.log.diagnostics
    }
}
