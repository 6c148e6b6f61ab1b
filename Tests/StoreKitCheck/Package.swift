// swift-tools-version: 6.1
import PackageDescription

// Purser's adapters for Apple's stores on Linux, against a stub of StoreKit. See README.md beside this file.

/// Which SDK the stub declares: 18.4, 26.2, 26.5, 27 or 27.3.
let step = Context.environment["STOREKIT_SDK"] ?? "27"

/// Purser's own package, named after the folder that it is in.
let purser = Context.packageDirectory.split(separator: "/").dropLast(2).last.map { $0.lowercased() } ?? "purser"

/// As the compiler is told it: what is `package` there is seen here, too, as in the package itself.
let packageName = String(purser.map { $0.isLetter || $0.isNumber ? $0 : "_" })

let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .unsafeFlags(["-package-name", packageName, "-warnings-as-errors"]),
        // Purchases without a scene are not on the main thread, so that they run on the tests' seeded executor.
        .define("STOREKIT_SEEDED"),
    ] + (["26.5", "27", "27.3"].contains(step) ? [.define("STOREKIT_26_5")] : [])
    + (["27", "27.3"].contains(step) ? [.define("STOREKIT_27")] : [])
    + (step == "27.3" ? [.define("STOREKIT_27_3")] : []) + (step == "18.4" ? [.define("STOREKIT_18_4")] : [])

func product(_ name: String) -> Target.Dependency { .product(name: name, package: purser) }

let package = Package(
    name: "storekit-check",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../..")],
    targets: [
        .target(name: "UIKit", packageAccess: false, swiftSettings: settings),
        .target(name: "StoreKit", dependencies: ["UIKit"], packageAccess: false, swiftSettings: settings),
        // The very sources of the package, by a symbolic link; the package itself has the name PurserStoreKit.
        .target(
            name: "StoreKitAdapters", dependencies: [product("Purser"), "StoreKit", "UIKit"],
            path: "Sources/PurserStoreKit", packageAccess: false, swiftSettings: settings),
        .testTarget(
            name: "StoreKitCheckTests",
            dependencies: [
                "StoreKitAdapters", "StoreKit", "UIKit", product("Purser"), product("PurserSimulator"),
                product("PurserTesting"),
            ],
            packageAccess: false,
            // Swift Testing would bring its own additions to UIKit along, which Linux has not.
            swiftSettings: settings + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
    ]
)
