import Testing

@Suite("What stands behind a trait")
struct TraitConditionTests {
    /// Modules that a build has with a trait alone.
    ///
    /// Another package of the app may have them, too, or a build before this one.
    static let modules = [
        "X509", "Crypto", "_CryptoExtras", "SwiftASN1", "CZlib", "Hummingbird", "HummingbirdCore", "HTTPTypes",
        "Logging", "NIOCore",
        "UnixSignals", "CPostgres", "Metrics", "ServiceLifecycle",
    ]

    @Test("A source asks for the trait, never for a module that comes with it")
    func conditions() throws {
        let files = try PackageSources.files(in: "Sources") + PackageSources.files(in: "Benchmarks")
        try #require(!files.isEmpty)
        for file in files {
            for module in Self.modules {
                #expect(!file.text.contains("canImport(\(module))"), "\(file.path): ask for the trait")
            }
        }
    }
}
