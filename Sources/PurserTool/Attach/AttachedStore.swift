import Foundation
import Purser
import PurserFormats
import PurserSimulator

/// The App Store of a running app, which listens on a socket.
struct AttachedStore: SteeredStore {
    private let connection: SteeringConnection
    private let worker = BlockingWorker(label: "purser.attached")
    let names: ProductNames

    init(_ path: String) async throws {
        let connection = try SteeringConnection(to: path)
        self.connection = connection
        let products = try await worker.run { try connection.request("products").list("products") }
        names = ProductNames(named: products.compactMap { one in one.text("id").map { ($0, one.text("reference")) } })
    }

    func request(_ name: String, _ members: [String: JSONValue] = [:]) async throws -> JSONValue {
        try await worker.run { [connection] in try connection.request(name, members) }
    }

    /// Returns the next event, after `watch` was sent; `nil` if the app has ended.
    func nextEvent() async throws -> JSONValue? { try await worker.run { [connection] in try connection.nextEvent() } }

    /// The transactions with their prices in the App Store's style.
    func priced(_ transactions: [JSONValue]) async throws -> [JSONValue] {
        var style = StoreProduct(id: "", price: 0, currencyCode: nil)
        style.priceLocale = try await locale
        return transactions.map { transaction in
            guard case .object(var members) = transaction, let price = members["price"]?.decimal else {
                return transaction
            }
            members["price"] = .string(Words.amount(price, transaction.text("currency"), like: style))
            return .object(members)
        }
    }
}
