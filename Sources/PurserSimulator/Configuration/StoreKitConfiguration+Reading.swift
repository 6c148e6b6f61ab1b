import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreKitConfiguration {
    /// The largest file that is read, in bytes (4 MiB; real ones have some hundred KiB at most).
    public static let maximumFileSize = JSONValue.maximumBytes

    /// Reads a `.storekit` file.
    ///
    /// - Parameter path: the file's path, absolute or from the current folder.
    /// - Throws: ``StoreKitConfigurationError`` when the file cannot be read, is not JSON or no object.
    public init(contentsOf path: String) throws(StoreKitConfigurationError) {
        let data: Data
        do throws(JSONFault) {
            data = try BoundedFile.read(path)
        } catch {
            throw StoreKitConfigurationError(.unreadableFile, file: path, error)
        }
        try self.init(data: data, file: path)
    }

    /// Reads the bytes of a `.storekit` file: UTF-8 JSON, nested at most 64 levels deep.
    ///
    /// - Parameters:
    ///   - data: the file's bytes.
    ///   - file: the name that an error gives the file.
    /// - Throws: ``StoreKitConfigurationError`` when the bytes are not JSON or no object.
    public init(data: Data, file: String = "the StoreKit configuration") throws(StoreKitConfigurationError) {
        let root: JSONValue
        do throws(JSONFault) {
            root = try JSONValue.reading(json: data)
        } catch {
            throw StoreKitConfigurationError(.invalidJSON, file: file, error)
        }
        guard case .object(let members) = root else {
            let message = "a StoreKit configuration is an object, and this is \(root.kind); is it the right file?"
            throw StoreKitConfigurationError(.notAConfiguration, file: file, JSONFault(message))
        }
        var reader = ConfigurationReader()
        self = reader.read(JSONObject(members: members, path: "$"))
    }
}
