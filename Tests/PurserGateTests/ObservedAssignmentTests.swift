import Foundation
import Testing

@Suite("What views observe")
struct ObservedAssignmentTests {
    /// The properties of the models that views read, by the lines that declare them.
    private static func observed(in text: String) -> [Substring] {
        text.split(separator: "\n").compactMap { line in
            guard let range = line.range(of: "public internal(set) var ") else { return nil }
            return line[range.upperBound...].prefix { $0.isLetter }
        }
    }

    /// The property that a line sets; `nil` when it sets none.
    private static func assigned(by line: Substring) -> Substring? {
        let line = line.drop { $0 == " " }
        guard let range = line.range(of: " = ") else { return nil }
        let target = line[..<range.lowerBound]
        return target.contains(" ") || target.hasPrefix("(") ? nil : target.split(separator: ".").last
    }

    /// Compilers before Swift 6.2 report each assignment to the views, also one of an equal value.
    @Test("While the models follow a store, what views read is set by update(_:_:) alone, which compares")
    func assignments() throws {
        let files = try PackageSources.files(in: "Sources/PurserObservation")
        let names = Set(files.flatMap { Self.observed(in: $0.text) })
        try #require(names.isSuperset(of: ["entitlements", "account", "phase", "state", "product", "content"]))
        let following = files.filter { $0.path.contains("+Following") || $0.path.contains("+Calls") }
        try #require(following.count == 2)
        for file in following {
            for line in file.text.split(separator: "\n") {
                guard let name = Self.assigned(by: line), names.contains(name) else { continue }
                Issue.record("\(file.path): \(line): set it by update(_:_:)")
            }
        }
        let models = files.filter { $0.text.contains("@MainActor @Observable") }
        #expect(
            models.count == 2
                && models.allSatisfy {
                    $0.text.contains("if self[keyPath: property] != value { self[keyPath: property] = value }")
                })
    }
}
