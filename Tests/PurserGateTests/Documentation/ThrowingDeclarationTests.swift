import Testing

@Suite("The codes that a call throws")
struct ThrowingDeclarationTests {
    @Test("The comment of every public call that throws a PurchaseFailure lists codes, and only those that exist")
    func everyCall() throws {
        let known = try Self.knownCodes()
        #expect(known.isSuperset(of: ["storeClosed", "paymentCancelled", "contentUnavailable"]))
        var calls = 0
        for module in [
            "Sources/Purser", "Sources/PurserSimulator", "Sources/PurserTesting", "Sources/PurserNetworking",
            "Sources/PurserVerification", "Sources/PurserServerAPI", "Sources/PurserServer", "Sources/PurserSigning",
            "Sources/PurserArchives", "Sources/PurserObservation", "Sources/PurserPersistence",
            "Sources/PurserFormats", "Sources/PurserInspection",
        ] {
            for file in try PackageSources.files(in: module) {
                for call in ThrowingDeclaration.all(in: file.text) {
                    calls += 1
                    #expect(!call.codes.isEmpty, "\(file.path):\(call.line): its comment lists no code")
                    let unknown = Set(call.codes).subtracting(known).sorted()
                    #expect(unknown.isEmpty, "\(file.path):\(call.line): no such code: \(unknown)")
                }
            }
        }
        #expect(calls >= 15)
    }

    /// The names of `PurchaseFailure.Code`, as the sources declare them.
    static func knownCodes() throws -> Set<String> {
        var codes: Set<String> = []
        for file in try PackageSources.files(in: "Sources/Purser") {
            for part in file.text.split(separator: "extension PurchaseFailure.Code {").dropFirst() {
                for line in part.prefix(upTo: part.firstRange(of: "\n}")?.lowerBound ?? part.endIndex).split(
                    separator: "\n")
                {
                    guard let range = line.firstRange(of: "static let ") else { continue }
                    codes.insert(String(line[range.upperBound...].prefix { $0.isLetter }))
                }
            }
        }
        return codes
    }

    @Test("A call without codes is found, also when attributes and lines stand between its name and what it throws")
    func seeded() {
        let text = """
            /// Opens the till.
            ///
            /// - Throws: ``PurchaseFailure``.
            @discardableResult
            public static func open(
                _ till: Till
            ) async throws(PurchaseFailure) -> Till {
                try await till.open()
            }

            /// Closes the till.
            ///
            /// - Throws: ``PurchaseFailure`` with `.storeClosed`,
            ///   or `.systemError` when it jams.
            /// - Returns: what was in it, `.empty` perhaps.
            public func close() throws(PurchaseFailure) -> Money {

            /// Counts.
            public func count() -> Int { 0 }
            func hidden() throws(PurchaseFailure) {}
            """
        #expect(
            ThrowingDeclaration.all(in: text) == [
                ThrowingDeclaration(line: 5, codes: []),
                ThrowingDeclaration(line: 16, codes: ["storeClosed", "systemError"]),
            ])
    }
}
