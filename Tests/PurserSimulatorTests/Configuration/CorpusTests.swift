import Foundation
import Purser
import PurserSimulator
import Testing

private let corpus = ProcessInfo.processInfo.environment["PURSER_CORPUS"]

@Suite(
    "A folder of real StoreKit configurations",
    .enabled(if: corpus != nil, "set PURSER_CORPUS to a folder with storekit/ and productlist/ to run this"))
struct CorpusTests {
    /// Products, non-renewing subscriptions, subscriptions of each group; by the start of the file's name.
    static let counts: [String: (products: Int, nonRenewable: Int?, groups: [Int])] = [
        "v1.0-flutter-minimal": (2, nil, [2]),
        "v1.1-revenuecat-unit": (2, nil, [2, 1]),
        "v2.0-apple-food-truck": (1, nil, [2]),
        "v3.0-apple-backyard-birds": (6, nil, [3]),
        "v4.0-flutter-winback": (3, nil, [1, 1, 1]),
        "v4.0-mercato": (7, 2, [3, 3, 2, 2]),
        "v5.0-revenuecat-unit": (2, nil, [3, 1]),
    ]

    @Test("Every file loads without a diagnostic, with the counts it is known to have, and with exact prices")
    func everyFile() throws {
        let folder = try #require(corpus) + "/storekit"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".storekit") }
        #expect(!names.isEmpty)
        for name in names {
            let file = try StoreKitConfiguration(path: "\(folder)/\(name)")
            #expect(file.diagnostics == [], "\(name)")
            for product in file.allProducts {
                let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                let written = ["", "0", "00", ".0", ".00"].map { "\"displayPrice\" : \"\(product.price)\($0)\"" }
                #expect(written.contains { text.contains($0) }, "\(name): \(product.id) \(product.price)")
            }
            guard let known = Self.counts.first(where: { name.hasPrefix($0.key) })?.value else { continue }
            #expect(file.products.count == known.products, "\(name)")
            #expect(file.subscriptionGroups.map(\.subscriptions.count) == known.groups, "\(name)")
            if let count = known.nonRenewable { #expect(file.nonRenewableSubscriptions.count == count, "\(name)") }
        }
    }
}
