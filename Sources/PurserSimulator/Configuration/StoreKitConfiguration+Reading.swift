public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreKitConfiguration {
    /// The largest file that is read, in bytes (4 MiB; real ones have some hundred KiB at most).
    public static let maximumFileSize = JSONReader.maximumBytes

    /// Reads a `.storekit` file.
    ///
    /// - Parameter path: the file's path, absolute or from the current folder.
    /// - Throws: `ProductFileError` when the file cannot be read, is not JSON or no object.
    public init(contentsOf path: String) throws(ProductFileError) {
        try self.init(JSONReader(contentsOf: path, as: .json))
    }

    /// Reads the bytes of a `.storekit` file: UTF-8 JSON, nested at most 64 levels deep.
    ///
    /// - Parameters:
    ///   - data: the file's bytes.
    ///   - file: the name that errors and diagnostics give the file.
    /// - Throws: `ProductFileError` when the bytes are not JSON or no object.
    public init(data: Data, file: String = "the StoreKit configuration") throws(ProductFileError) {
        try self.init(JSONReader(data, as: .json, file: file))
    }

    private init(_ file: JSONReader) throws(ProductFileError) {
        guard case .object(let members) = file.root.value else {
            throw file.unexpected(
                "a StoreKit configuration is an object, and this is \(file.root.value.kind); is it the right file?")
        }
        var reader = ConfigurationReader(log: file.log)
        self = reader.read(JSONObject(members: members))
    }
}
