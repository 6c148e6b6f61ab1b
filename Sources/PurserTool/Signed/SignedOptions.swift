import Foundation
import Purser
import PurserVerification

/// The expected values for the data, as given by options.
struct SignedOptions: Sendable {
    let bundleID: String?
    let appID: UInt64?
    let environments: [String]
    let roots: [String]
    let pinned: [String]

    static let syntax: [OptionSyntax] = [
        OptionSyntax("--bundle ID", "The required app"),
        OptionSyntax("--app-id N", "The required number of the app in the App Store, if the data has one"),
        OptionSyntax("--environment NAME…", "An accepted environment, such as Sandbox"),
        OptionSyntax("--root FILE…", "Root certificates to trust instead of Apple's"),
        OptionSyntax("--pin FILE…", "Certificates to trust directly, for data that Xcode has signed"), .json,
    ]

    init(_ arguments: Arguments) throws(UsageError) {
        bundleID = arguments.value("bundle")
        appID = try arguments.number("app-id", in: 1...UInt64.max)
        environments = arguments.all("environment")
        roots = arguments.all("root")
        pinned = arguments.all("pin")
        if appID != nil, bundleID == nil { throw UsageError("--app-id needs --bundle") }
        if environments.contains("Xcode") {
            throw UsageError(
                "data that Xcode has signed is accepted by its certificate: --pin FILE, not --environment Xcode")
        }
        if environments.contains("Production"), bundleID != nil, appID == nil {
            throw UsageError("--environment Production needs --app-id and --bundle")
        }
    }

    /// The checks that were not requested, and the options that request them.
    var unasked: [SignedDataCheck: String] {
        var unasked: [SignedDataCheck: String] = [:]
        if bundleID == nil { unasked[.app] = "name the app with --bundle" }
        if environments.isEmpty { unasked[.environment] = "name one with --environment" }
        return unasked
    }

    #if Verification
        func verifier() throws -> SignedDataVerifier {
            var configuration = SignedDataVerifier.Configuration(bundleID: bundleID ?? "", appID: appID)
            configuration.checksApp = bundleID != nil
            configuration.checksEnvironment = !environments.isEmpty
            if !environments.isEmpty { configuration.environments = Set(environments.map { .init(rawValue: $0) }) }
            if !roots.isEmpty {
                configuration.rootCertificates = try roots.flatMap { try SignedFile(path: $0).certificates() }
            }
            configuration.pinnedCertificates = try pinned.flatMap { try SignedFile(path: $0).certificates() }
            return try SignedDataVerifier(configuration)
        }
    #endif
}
