// swift-tools-version: 6.1
import PackageDescription

var settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// For .ci/run: an expression whose types the compiler finds by as many attempts or more is an error (some 0.3 seconds, but counted
// it is the same on each machine); no debug information, and only what is compiled is indexed.
if let limit = Context.environment["PURSER_TYPE_CHECKS"] {
    settings.append(
        .unsafeFlags([
            "-Xfrontend", "-solver-scope-threshold=\(limit)", "-Xfrontend", "-gnone", "-index-ignore-system-modules",
        ]))
}

/// What checks signatures, where the trait Verification is on.
let signatures: [Target.Dependency] = [
    .product(name: "X509", package: "swift-certificates", condition: .when(traits: ["Verification"])),
    .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Verification"])),
    .product(name: "SwiftASN1", package: "swift-asn1", condition: .when(traits: ["Verification"])),
]

/// What makes keys that sign as the store does, where the trait Verification is on.
let keys: [Target.Dependency] = [
    .product(name: "_CryptoExtras", package: "swift-crypto", condition: .when(traits: ["Verification"]))
]

/// What serves over HTTP: the page of Studio, or a purchase book, where the trait Studio or Server is on.
let serving: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Studio", "Server"])),
    .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Studio", "Server"])),
    .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Studio", "Server"])),
    .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Studio", "Server"])),
    .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Studio", "Server"])),
    .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["Studio", "Server"])),
]

/// What works out digests where the system does not bring CryptoKit along.
let digests: [Target.Dependency] = [
    .product(
        name: "Crypto", package: "swift-crypto",
        condition: .when(platforms: [.linux, .windows, .android], traits: ["Verification"]))
]

/// What calls other servers from a server, where the trait Server is on.
let calling: [Target.Dependency] = [
    .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["Server"])),
    .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
    .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Server"])),
    .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Server"])),
]

/// What a purchase book on PostgreSQL takes, where the trait Server is on.
let server: [Target.Dependency] = [
    .target(name: "CPostgres", condition: .when(traits: ["Server"])),
    .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Server"])),
    .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Server"])),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Server"])),
]

// A plain build resolves no third-party package, and stays that way.
let package = Package(
    name: "purser",
    platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Purser", targets: ["Purser"]),
        .library(name: "PurserTexts", targets: ["PurserTexts"]),
        .library(name: "PurserFormats", targets: ["PurserFormats"]),
        .library(name: "PurserInspection", targets: ["PurserInspection"]),
        .library(name: "PurserSimulator", targets: ["PurserSimulator"]),
        .library(name: "PurserTesting", targets: ["PurserTesting"]),
        .library(name: "PurserStoreKit", targets: ["PurserStoreKit"]),
        .library(name: "PurserNetworking", targets: ["PurserNetworking"]),
        .library(name: "PurserVerification", targets: ["PurserVerification"]),
        .library(name: "PurserServerAPI", targets: ["PurserServerAPI"]),
        .library(name: "PurserServer", targets: ["PurserServer"]),
        .library(name: "PurserSigning", targets: ["PurserSigning"]),
        .library(name: "PurserArchives", targets: ["PurserArchives"]),
        .library(name: "PurserObservation", targets: ["PurserObservation"]),
        .library(name: "PurserPersistence", targets: ["PurserPersistence"]),
        .executable(name: "purser", targets: ["PurserTool"]),
        .executable(name: "purser-bench", targets: ["PurserBench"]),
    ],
    traits: [
        .trait(name: "Verification", description: "Checks signatures of the App Store, with swift-certificates."),
        .trait(name: "Archives", description: "Unpacks zip archives of content, by the system's zlib."),
        .trait(name: "Studio", description: "Serves a page that shows and steers an App Store, with hummingbird."),
        .trait(
            name: "Server", description: "One purchase book for many processes, on PostgreSQL, by the system's libpq.",
            enabledTraits: ["Verification"]),
    ],
    // Each is reached through a trait alone: with the trait off it is not even fetched.
    dependencies: [
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto.git", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: [
        .target(name: "Purser", swiftSettings: settings),
        .target(name: "PurserTexts", dependencies: ["Purser"], swiftSettings: settings),
        .target(name: "PurserFormats", dependencies: ["Purser"], swiftSettings: settings),
        .target(name: "PurserInspection", dependencies: ["Purser"], swiftSettings: settings),
        .target(
            name: "PurserSimulator", dependencies: ["Purser", "PurserFormats", "PurserTexts"], swiftSettings: settings),
        .target(name: "PurserTesting", dependencies: ["Purser"], swiftSettings: settings),
        // Empty where there is no StoreKit; Tests/StoreKitCheck compiles and runs it there.
        .target(name: "PurserStoreKit", dependencies: ["Purser"], swiftSettings: settings),
        .target(
            name: "PurserNetworking",
            dependencies: ["Purser", "PurserArchives"] + digests + calling, swiftSettings: settings),
        .target(
            name: "PurserArchives",
            dependencies: ["Purser", .target(name: "CZlib", condition: .when(traits: ["Archives"]))],
            swiftSettings: settings),
        .target(name: "PurserObservation", dependencies: ["Purser"], swiftSettings: settings),
        .target(name: "PurserPersistence", dependencies: ["Purser"], swiftSettings: settings),
        // Reached only with the trait: a plain build needs no header of zlib.
        .systemLibrary(name: "CZlib"),
        // Likewise: a plain build needs no header of PostgreSQL.
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "PurserVerification", dependencies: ["Purser", "PurserFormats"] + signatures, swiftSettings: settings),
        .target(
            name: "PurserServerAPI",
            dependencies: ["Purser", "PurserFormats", "PurserNetworking", "PurserVerification"] + signatures,
            swiftSettings: settings),
        .target(
            name: "PurserServer", dependencies: ["Purser", "PurserVerification", "PurserServerAPI"] + server,
            swiftSettings: settings),
        .target(
            name: "PurserSigning",
            dependencies: [
                "Purser", "PurserFormats", "PurserSimulator", "PurserNetworking", "PurserVerification",
                "PurserServerAPI",
            ] + signatures + keys,
            swiftSettings: settings),
        // These are empty without their trait; only the tool uses them.
        .target(
            name: "PurserBookServer",
            dependencies: [
                "Purser", "PurserFormats", "PurserNetworking", "PurserVerification", "PurserServerAPI", "PurserServer",
                "PurserSigning",
                .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Server"])),
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Server"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Server"])),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Server"])),
            ] + serving,
            swiftSettings: settings),
        .target(
            name: "PurserStudio", dependencies: ["Purser", "PurserFormats", "PurserSimulator"] + serving,
            swiftSettings: settings),
        .executableTarget(
            name: "PurserTool",
            dependencies: [
                "Purser", "PurserTexts", "PurserFormats", "PurserInspection", "PurserSimulator", "PurserNetworking",
                "PurserArchives", "PurserPersistence", "PurserVerification",
                // Without their traits these are not compiled for the tool.
                .target(name: "PurserServerAPI", condition: .when(traits: ["Verification"])),
                .target(name: "PurserSigning", condition: .when(traits: ["Verification"])),
                .target(name: "PurserServer", condition: .when(traits: ["Server"])),
                .target(name: "PurserBookServer", condition: .when(traits: ["Server"])),
                .target(name: "PurserStudio", condition: .when(traits: ["Studio"])),
            ],
            resources: [.embedInCode("Resources/Sample.storekit")],
            swiftSettings: settings),
        .target(name: "CAllocationCounter", path: "Benchmarks/CAllocationCounter"),
        .executableTarget(
            name: "PurserBench",
            dependencies: [
                "Purser", "PurserSimulator", "PurserTesting", "PurserNetworking", "PurserVerification",
                "PurserServerAPI", "PurserSigning", "CAllocationCounter",
            ] + signatures,
            path: "Benchmarks/PurserBench",
            swiftSettings: settings),
        // Kills a store in the middle of purchases; no product, and run by .ci/run.
        .executableTarget(
            name: "PurserTorture", dependencies: ["Purser", "PurserFormats", "PurserInspection", "PurserSimulator"],
            path: "Tests/PurserTorture", resources: [.embedInCode("Sample.storekit")], swiftSettings: settings),
        // What the README shows first, as the program that a reader makes of it.
        .executableTarget(
            name: "FirstPurchase", dependencies: ["Purser", "PurserSimulator"], path: "Tests/FirstPurchase",
            swiftSettings: settings),
        // The same with the README's *Deliver*, which a test runs several times on one ledger.
        .executableTarget(
            name: "FirstDelivery", dependencies: ["Purser", "PurserSimulator"], path: "Tests/FirstDelivery",
            swiftSettings: settings),
        .testTarget(
            name: "PurserGuideTests",
            dependencies: [
                "Purser", "PurserTexts", "PurserFormats", "PurserInspection", "PurserSimulator", "PurserTesting",
                "PurserNetworking", "PurserArchives", "PurserVerification", "PurserServerAPI", "PurserSigning",
                "PurserObservation", "PurserPersistence", "PurserServer", "TestDatabase", "PurserTool",
                "FirstPurchase", "FirstDelivery",
            ] + server,
            resources: [.copy("Garden.storekit")], packageAccess: false, swiftSettings: settings),
        .testTarget(
            name: "PurserTests",
            dependencies: ["Purser", "PurserFormats", "PurserInspection", "PurserSimulator", "PurserTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "PurserTextsTests", dependencies: ["Purser", "PurserTexts", "PurserTesting"], swiftSettings: settings),
        .testTarget(
            name: "PurserFormatsTests",
            dependencies: ["Purser", "PurserFormats", "PurserSimulator", "PurserTesting"], swiftSettings: settings),
        // Stands for an app: it sees what is public and nothing else.
        .testTarget(
            name: "PurserAppTests", dependencies: ["Purser", "PurserSimulator", "PurserTesting"], packageAccess: false,
            swiftSettings: settings),
        .testTarget(
            name: "PurserSimulatorTests",
            dependencies: ["Purser", "PurserFormats", "PurserSimulator", "PurserTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "PurserNetworkingTests",
            dependencies: ["Purser", "PurserFormats", "PurserNetworking", "PurserArchives", "PurserTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "PurserArchivesTests",
            dependencies: [
                "Purser", "PurserArchives", "PurserTesting",
                .target(name: "CZlib", condition: .when(traits: ["Archives"])),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PurserObservationTests",
            dependencies: ["Purser", "PurserObservation", "PurserSimulator"], swiftSettings: settings),
        .testTarget(
            name: "PurserPersistenceTests",
            dependencies: ["Purser", "PurserInspection", "PurserPersistence", "PurserSimulator", "PurserTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "PurserVerificationTests",
            dependencies: ["Purser", "PurserFormats", "PurserTesting", "PurserVerification"] + signatures,
            swiftSettings: settings),
        .testTarget(
            name: "PurserServerAPITests",
            dependencies: [
                "Purser", "PurserFormats", "PurserTesting", "PurserNetworking", "PurserVerification", "PurserServerAPI",
                "PurserSigning", "PurserSimulator",
            ] + signatures,
            swiftSettings: settings),
        // A PostgreSQL server of the tests' own, and what they report to a book.
        .target(
            name: "TestDatabase",
            dependencies: ["Purser", "PurserServer", "PurserTesting", "PurserVerification"] + server,
            path: "Tests/TestDatabase", swiftSettings: settings),
        // A process that shares a book with others, and is killed.
        .executableTarget(
            name: "BookWorker", dependencies: ["Purser", "PurserServer", "PurserTesting", "TestDatabase"],
            path: "Tests/BookWorker", swiftSettings: settings),
        .testTarget(
            name: "PurserServerTests",
            dependencies: [
                "Purser", "PurserServer", "PurserServerAPI", "TestDatabase", "PurserTesting", "PurserSimulator",
                "PurserVerification", "PurserSigning",
            ] + signatures + server,
            swiftSettings: settings),
        .testTarget(
            name: "PurserBookServerTests",
            dependencies: [
                "Purser", "PurserBookServer", "PurserNetworking", "PurserServer", "PurserServerAPI", "PurserSigning",
                "PurserSimulator",
                "PurserTesting", "PurserVerification", "TestDatabase",
            ] + signatures + server + serving, swiftSettings: settings),
        .testTarget(
            name: "PurserSigningTests",
            dependencies: [
                "Purser", "PurserSimulator", "PurserTesting", "PurserNetworking", "PurserVerification",
                "PurserServerAPI", "PurserSigning",
            ] + signatures,
            swiftSettings: settings),
        .testTarget(
            name: "PurserStudioTests",
            dependencies: ["Purser", "PurserFormats", "PurserSimulator", "PurserStudio", "PurserTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "PurserToolTests",
            dependencies: ["Purser", "PurserFormats", "PurserServer", "PurserSimulator", "PurserTool", "TestDatabase"],
            swiftSettings: settings),
        .testTarget(
            name: "PurserTortureTests", dependencies: ["Purser", "PurserSimulator", "PurserTorture"],
            swiftSettings: settings),
        .testTarget(
            name: "PurserGateTests", dependencies: ["Purser", "PurserSimulator", "PurserBench"], swiftSettings: settings
        ),
        // Reads what the compiler knows of the modules, which are therefore built before it.
        .testTarget(
            name: "PurserAPITests",
            dependencies: [
                "Purser", "PurserArchives", "PurserFormats", "PurserInspection", "PurserNetworking",
                "PurserObservation", "PurserPersistence", "PurserSimulator", "PurserTesting", "PurserTexts",
                "PurserServer", "PurserServerAPI", "PurserSigning", "PurserVerification",
            ],
            exclude: ["Surface"],
            swiftSettings: settings),
        .testTarget(
            name: "PurserScheduleTests",
            dependencies: ["Purser", "PurserSimulator", "PurserTesting"],
            swiftSettings: settings),
    ]
)

// Only where a fuzzer is built, which needs a sanitizer: see Tests/Fuzz/run.
if Context.environment["PURSER_FUZZ"] != nil {
    package.products.append(.executable(name: "purser-fuzz", targets: ["PurserFuzz"]))
    package.targets.append(
        .executableTarget(
            name: "PurserFuzz",
            dependencies: ["Purser", "PurserFormats", "PurserTesting", "PurserNetworking", "PurserVerification"],
            path: "Tests/Fuzz/PurserFuzz", swiftSettings: settings)
    )
}

// Names of targets that are left out, separated by spaces: .ci/run builds once what is the same with and without traits.
if let names = Context.environment["PURSER_LEFT_OUT"]?.split(separator: " ") {
    package.targets.removeAll { names.contains($0.name[...]) }
}
