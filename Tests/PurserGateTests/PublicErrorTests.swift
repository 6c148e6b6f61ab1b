import Testing

@Suite("Public errors")
struct PublicErrorTests {
    @Test("Every public error has a localized description of its own")
    func localized() throws {
        var errors: Set<String> = []
        var localized: Set<String> = []
        for module in [
            "Purser", "PurserFormats", "PurserInspection", "PurserSimulator", "PurserTesting", "PurserNetworking",
            "PurserArchives", "PurserVerification", "PurserPersistence", "PurserServerAPI", "PurserSigning",
            "PurserServer",
        ] {
            for file in try PackageSources.files(in: "Sources/\(module)") {
                let error = #/public (?:struct|enum) (\w+):[^{]*\b(?:Error|RetryClassifying|StoreFailure)\b/#
                for match in file.text.matches(of: error) { errors.insert(String(match.1)) }
                // The protocol describes what conforms to it.
                for match in file.text.matches(of: #/public struct (\w+):[^{]*\bStoreFailure\b/#) {
                    localized.insert(String(match.1))
                }
                for match in file.text.matches(of: #/extension (\w+):[^{]*\bLocalizedError\b/#) {
                    localized.insert(String(match.1))
                }
            }
        }
        #expect(errors.count > 10)
        #expect(errors.subtracting(localized).sorted() == [])
    }
}
