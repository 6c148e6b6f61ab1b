// swift-tools-version: 6.1
import PackageDescription

// Studio's page in a real browser. See README.md beside this file. It depends on nothing: it starts the built tool.
let package = Package(
    name: "studio-in-browser",
    platforms: [.macOS(.v14)],
    targets: [
        .testTarget(
            name: "StudioInBrowserTests",
            swiftSettings: [
                .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InternalImportsByDefault"),
            ])
    ]
)
