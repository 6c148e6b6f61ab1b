// swift-tools-version: 6.1
import PackageDescription

// A server of an app that records purchases in a purchase book. See README.md beside this file.

/// Purser's own package, named after the folder that it is in.
let purser = Context.packageDirectory.split(separator: "/").dropLast(2).last.map { $0.lowercased() } ?? "purser"

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "book-server",
    platforms: [.macOS(.v14)],
    dependencies: [
        // Every trait: .ci/run has built the package like that, and nothing of it is built again.
        .package(path: "../..", traits: ["Archives", "Server", "Studio", "Verification"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "BookServer",
            dependencies: [
                .product(name: "Purser", package: purser), .product(name: "PurserServer", package: purser),
                .product(name: "PurserServerAPI", package: purser),
                .product(name: "PurserVerification", package: purser),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: settings),
        .executableTarget(
            name: "Serve",
            dependencies: [
                "BookServer", .product(name: "Purser", package: purser),
                .product(name: "PurserServer", package: purser),
                .product(name: "PurserVerification", package: purser),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], swiftSettings: settings),
        .testTarget(
            name: "BookServerTests",
            dependencies: [
                "BookServer", .product(name: "Purser", package: purser),
                .product(name: "PurserServer", package: purser), .product(name: "PurserSigning", package: purser),
                .product(name: "PurserSimulator", package: purser),
                .product(name: "PurserVerification", package: purser),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: settings),
    ]
)
