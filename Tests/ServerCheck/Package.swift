// swift-tools-version: 6.1
import PackageDescription

// The contract of Apple's server, for the double and, by hand, for Apple's sandbox. See README.md beside this file.

/// Purser's own package, named after the folder that it is in.
let purser = Context.packageDirectory.split(separator: "/").dropLast(2).last.map { $0.lowercased() } ?? "purser"

let package = Package(
    name: "server-check",
    platforms: [.macOS(.v14)],
    // Every trait: .ci/run has built the package like that, and nothing of it is built again.
    dependencies: [.package(path: "../..", traits: ["Archives", "Server", "Studio", "Verification"])],
    targets: [
        .executableTarget(
            name: "ServerCheck",
            dependencies: [
                .product(name: "Purser", package: purser), .product(name: "PurserSimulator", package: purser),
                .product(name: "PurserVerification", package: purser),
                .product(name: "PurserServerAPI", package: purser), .product(name: "PurserSigning", package: purser),
            ])
    ]
)
