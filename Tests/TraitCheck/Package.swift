// swift-tools-version: 6.1
import PackageDescription

// An app that uses swift-crypto itself, and Purser with or without its traits. See README.md beside this file.

/// Purser's own package, named after the folder that it is in.
let purser = Context.packageDirectory.split(separator: "/").dropLast(2).last.map { $0.lowercased() } ?? "purser"

/// Purser's traits: all or none.
///
/// All are passed in the order in which .ci/run has built it, so that nothing of that is built again. Traits of this package that
/// switch them on would be passed in another order.
let traits: Set<Package.Dependency.Trait> =
    Context.environment["WITH_TRAITS"] == nil ? [] : ["Archives", "Server", "Studio", "Verification"]

let package = Package(
    name: "trait-check",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(path: "../..", traits: traits),
        .package(url: "https://github.com/apple/swift-crypto.git", "3.12.3"..<"5.0.0"),
    ],
    targets: [
        .target(name: "UsesCrypto", dependencies: [.product(name: "Crypto", package: "swift-crypto")]),
        // Links no cryptography of its own: what Purser asks for without its trait is missing here.
        .executableTarget(
            name: "SellsOnly",
            dependencies: [
                .product(name: "Purser", package: purser), .product(name: "PurserNetworking", package: purser),
                .product(name: "PurserArchives", package: purser),
            ]),
    ]
)
