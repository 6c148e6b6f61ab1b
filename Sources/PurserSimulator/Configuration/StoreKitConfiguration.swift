public import Purser
public import PurserFormats

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The content of an Xcode StoreKit configuration (`.storekit`) file: products, subscriptions, offers and settings.
///
/// All format versions from 1.0 to 5.0 are read by the same rules, according to the keys in the file, not to its
/// version (a file of version 3.0 may have keys of 5.0). Mistakes in hand-made files are collected in ``diagnostics``
/// and cost only the affected entry. The guide <doc:/Purser/TestingYourApp> shows a small file, and the keys that are
/// needed.
public struct StoreKitConfiguration: Sendable, Hashable {
    /// The file's path, or the caller's name for its bytes; `nil` for a configuration without a file.
    package var file: String?
    /// The version in the file; it has no effect.
    ///
    /// `nil` if there is none.
    package var version: Version?
    /// The file's own identifier; files of version 1.0 have none.
    package var identifier: String?
    /// Consumables and non-consumables, in the file's order.
    package var products: [Product] = []
    /// Non-renewing subscriptions, in the file's order.
    package var nonRenewableSubscriptions: [Product] = []
    /// Subscription groups, in the file's order.
    package var subscriptionGroups: [SubscriptionGroup] = []
    /// The settings of the test store.
    package var settings = Settings()
    /// The App Store policy texts, from version 4.0 on.
    package var policies: Policies?
    /// The identifier of the key that signs promotional offers.
    package var offersKeyID: String?
    /// The private key that signs promotional offers in tests, in DER; the module `PurserSigning` checks offers with
    /// it.
    ///
    /// Xcode makes one for each file; it is not valid elsewhere.
    package var offersPrivateKey: Data?
    /// The file's mistakes, in the order of their discovery; empty for a file that Xcode wrote.
    public var diagnostics: [FileDiagnostic] = []

    /// Makes an empty configuration.
    package init() {}

    /// A format version.
    package struct Version: Sendable, Hashable, CustomStringConvertible {
        /// The number before the dot.
        package var major: Int
        /// The number after the dot.
        package var minor: Int

        /// A version.
        package init(major: Int, minor: Int = 0) {
            self.major = major
            self.minor = minor
        }

        /// The version as `major.minor`.
        package var description: String { "\(major).\(minor)" }
    }

    /// The App Store's policy texts.
    package struct Policies: Sendable, Hashable {
        /// The license agreement.
        package var licenseAgreement: String
        /// The privacy policies, one per language.
        package var privacy: [Privacy]

        /// A privacy policy in one language.
        package struct Privacy: Sendable, Hashable {
            /// The language, such as `en_US`.
            package var locale: String
            /// The policy's text.
            package var text: String
            /// The address of the published policy.
            package var url: String
        }
    }
}

extension StoreKitConfiguration {
    /// The maximum size of a file, in bytes (4 MiB; real files have at most some hundred KiB).
    package static let maximumFileSize = JSONReader.maximumBytes

    /// Reads a `.storekit` file.
    ///
    /// - Parameter url: the file; nothing is fetched from a network.
    /// - Throws: `ProductFileFailure` if the file cannot be read, or is not a JSON object.
    public init(contentsOf url: URL) throws(ProductFileFailure) {
        try self.init(JSONReader(contentsOf: url, as: .json))
    }

    /// Reads the `.storekit` file at a path, absolute or relative to the current folder.
    ///
    /// - Throws: `ProductFileFailure` if the file cannot be read, or is not a JSON object.
    package init(path: String) throws(ProductFileFailure) {
        try self.init(JSONReader(path: path, as: .json))
    }

    /// Reads the bytes of a `.storekit` file: UTF-8 JSON, nested at most 64 levels deep.
    ///
    /// - Parameters:
    ///   - data: the file's bytes.
    ///   - file: the file's name in errors and diagnostics.
    /// - Throws: `ProductFileFailure` if the bytes are not a JSON object.
    public init(data: Data, file: String = "the StoreKit configuration") throws(ProductFileFailure) {
        try self.init(JSONReader(data, as: .json, file: file))
    }

    private init(_ file: JSONReader) throws(ProductFileFailure) {
        guard case .object(let members) = file.root.value else {
            throw file.unexpected(
                "a StoreKit configuration must be an object, not \(file.root.value.kind); is it the right file?")
        }
        var reader = ConfigurationReader(log: file.log)
        self = reader.read(JSONObject(members: members))
        self.file = file.file
    }
}

extension StoreKitConfiguration {
    /// All products: products, non-renewing subscriptions, then the subscriptions of each group.
    package var allProducts: [Product] {
        products + nonRenewableSubscriptions + subscriptionGroups.flatMap(\.subscriptions)
    }

    /// The product with this identifier.
    package func product(_ id: String) -> Product? {
        allProducts.first { $0.id == id }
    }
}

extension StoreKitConfiguration: CustomStringConvertible {
    /// The number of products, and the number of mistakes.
    public var description: String {
        let mistakes = diagnostics.isEmpty ? "" : ", \(Wording.count(diagnostics.count, "mistake"))"
        return Wording.count(allProducts.count, "product") + mistakes
    }
}
