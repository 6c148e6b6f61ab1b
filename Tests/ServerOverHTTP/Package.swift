// swift-tools-version: 6.1
import PackageDescription

// The simulated server of Apple behind real sockets. See README.md beside this file.

/// Purser's own package, named after the folder that it is in.
let purser = Context.packageDirectory.split(separator: "/").dropLast(2).last.map { $0.lowercased() } ?? "purser"

let package = Package(
    name: "server-over-http",
    platforms: [.macOS(.v14)],
    dependencies: [
        // Every trait: .ci/run has built the package like that, and nothing of it is built again.
        .package(path: "../..", traits: ["Archives", "Server", "Studio", "Verification"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: [
        .testTarget(
            name: "ServerOverHTTPTests",
            dependencies: [
                .product(name: "Purser", package: purser), .product(name: "PurserSimulator", package: purser),
                .product(name: "PurserNetworking", package: purser),
                .product(name: "PurserVerification", package: purser),
                .product(name: "PurserServerAPI", package: purser), .product(name: "PurserSigning", package: purser),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ])
    ]
)
