import Foundation
import Testing

@testable import Purser

/// The ledger writes the texts of open sets as numbers; one that is missing in its lists would be written out in full for
/// ever, because a list may only grow at its end.
@Suite("The texts that the ledger writes as numbers")
struct SpellingTests {
    private static let sets: [(type: String, known: [String])] = [
        ("Kind", StoreUpdate.Kind.spellings), ("ProductType", StoreProduct.ProductType.spellings),
        ("OwnershipType", StoreTransaction.OwnershipType.spellings), ("Reason", StoreTransaction.Reason.spellings),
        ("StoreEnvironment", StoreEnvironment.spellings), ("PaymentMode", StoreOffer.PaymentMode.spellings),
    ]

    private static let library = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Purser")

    /// The texts of the values of a type that the model declares.
    private static func declared(_ type: String) throws -> [String] {
        let model = library.appendingPathComponent("Model")
        let files = try FileManager.default.subpathsOfDirectory(atPath: model.path).filter { $0.hasSuffix(".swift") }
        return try files.flatMap { name in
            try String(contentsOf: model.appendingPathComponent(name), encoding: .utf8)
                .matches(of: #/static let \w+ = (\w+)\(rawValue: "([^"]+)"\)/#)
                .filter { $0.1 == type }.map { String($0.2) }
        }
    }

    @Test("Every declared value has its number", arguments: sets.indices)
    func everyValue(index: Int) throws {
        let (type, known) = Self.sets[index]
        #expect(
            try Self.declared(type).sorted() == known.sorted(), "\(type): add it at the end of its spellings")
        #expect(Set(known).count == known.count)
    }

    @Test(
        "Every kind of update is named where the pages list them",
        arguments: ["Reference/LedgerFormat.md", "Reference/CommandLineTool.md", "Guides/FollowingUpdates.md"])
    func pages(page: String) throws {
        let text = try String(contentsOf: Self.library.appendingPathComponent("Purser.docc/\(page)"), encoding: .utf8)
        let lines = text.components(separatedBy: "\n")
        let lists = lines.indices.map { lines[$0...].prefix(2).joined(separator: " ") }
        let kinds = try Self.declared("Kind")
        #expect(kinds.count >= 7)
        #expect(lists.contains { list in kinds.allSatisfy(list.contains) }, "no list has all of \(kinds)")
    }

    @Test("The numbers stay what the files of all versions mean by them")
    func stable() {
        #expect(StoreUpdate.Kind.spellings.starts(with: ["purchased", "restored", "renewed", "revoked", "reinstated"]))
        #expect(StoreUpdate.Kind.spellings.dropFirst(5).starts(with: ["upgraded", "changed"]))
        #expect(
            StoreProduct.ProductType.spellings.starts(with: [
                "Consumable", "Non-Consumable", "Auto-Renewable Subscription",
            ]))
        #expect(StoreTransaction.OwnershipType.spellings.starts(with: ["PURCHASED", "FAMILY_SHARED"]))
        #expect(StoreTransaction.Reason.spellings.starts(with: ["PURCHASE", "RENEWAL"]))
        #expect(StoreEnvironment.spellings.starts(with: ["Production", "Sandbox", "Xcode", "LocalTesting"]))
        #expect(StoreOffer.PaymentMode.spellings.starts(with: ["free", "payAsYouGo", "payUpFront"]))
    }
}
