// swift-tools-version: 6.1
import PackageDescription

// Purser's tests with real threads, by a symbolic link, for the thread sanitizer. See README.md beside this file.

/// Purser's own package, named after the folder that it is in.
let purser = Context.packageDirectory.split(separator: "/").dropLast(2).last.map { $0.lowercased() } ?? "purser"

/// As the compiler is told it: what is `package` there is seen here, too, as in the package itself.
let packageName = String(purser.map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
    name: "thread-check",
    platforms: [.macOS(.v14)],
    dependencies: [.package(path: "../..")],
    targets: [
        .testTarget(
            name: "ThreadCheckTests",
            dependencies: [
                .product(name: "Purser", package: purser), .product(name: "PurserSimulator", package: purser),
                .product(name: "PurserTesting", package: purser),
            ],
            path: "Tests/PurserTests",
            sources: [
                "Concurrency/StripedCacheTests.swift", "Entitlements/EntitlementReadTests.swift",
                "Store/StoreSmokeTests.swift", "Store/StoreStressTests.swift", "Updates/UpdateLogTests.swift",
                // What these need.
                "Accounts/AccountSuite.swift", "Ledger/LedgerSamples.swift", "Ledger/LedgerState+Entries.swift",
                "Support",
                "Updates/UpdateSamples.swift",
            ],
            packageAccess: false,
            swiftSettings: [
                .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InternalImportsByDefault"),
                .unsafeFlags(["-package-name", packageName]),
            ])
    ]
)
