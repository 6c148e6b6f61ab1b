import Foundation
import Purser

// The published value as JSON, such as
// {"isKnown":true,"products":{"club":[[null,1767225600000]],"lamp":[[null,null]]},"quantities":{"coins":3},"version":1}
// Moments are milliseconds since 1970, UTC.
extension PublishedEntitlements {
    /// The version that this library writes; a later version that an earlier library can read keeps its number.
    static let version = 1

    private struct Version: Decodable { let version: Int }

    private struct Stored: Codable {
        var version = PublishedEntitlements.version
        let isKnown: Bool
        let products: [String: [[Timestamp?]]]
        let quantities: [String: Int]
    }

    /// The value as bytes; equal values have equal bytes.
    package func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let products = spans.mapValues { $0.map { [$0.start, $0.end] } }
        return [UInt8](try encoder.encode(Stored(isKnown: isKnown, products: products, quantities: quantities)))
    }

    /// Reads a value.
    ///
    /// - Parameter path: where the bytes are, for messages.
    package init(encoded bytes: [UInt8], path: String) throws(PublishedEntitlementsFailure) {
        do {
            let (data, decoder) = (Data(bytes), JSONDecoder())
            let version = try decoder.decode(Version.self, from: data).version
            guard version <= Self.version else { throw PublishedEntitlementsFailure(.newer, path) }
            let stored = try decoder.decode(Stored.self, from: data)
            let spans = try stored.products.mapValues { try $0.map { try Span($0) } }
            self.init(isKnown: stored.isKnown, spans: spans, quantities: stored.quantities)
        } catch let failure as PublishedEntitlementsFailure {
            throw failure
        } catch {
            throw PublishedEntitlementsFailure(.damaged, path, underlying: error)
        }
    }
}

extension PublishedEntitlements.Span {
    fileprivate init(_ bounds: [Timestamp?]) throws {
        guard bounds.count == 2 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "A span has a start and an end."))
        }
        (start, end) = (bounds[0], bounds[1])
    }
}
