import Foundation
import Testing

@testable import Purser

/// What each field of a transaction needs, so that one that is added and forgotten somewhere fails here.
@Suite("The fields of a transaction")
struct TransactionFieldTests {
    private typealias Fields = StoreTransaction.Fields

    /// A field, with a value that it does not have by itself.
    private struct Field {
        /// Gives it the value.
        let change: (inout Fields) -> Void
        /// Whether the transaction's property gives what the fields say.
        let isForwarded: (StoreTransaction) -> Bool

        init<Value: Equatable>(
            _ field: WritableKeyPath<Fields, Value>, _ property: KeyPath<StoreTransaction, Value>, _ value: Value
        ) {
            change = { $0[keyPath: field] = value }
            isForwarded = { $0[keyPath: property] == value && $0.fields[keyPath: field] == value }
        }

        /// What the compiler calls it.
        var name: String? {
            var changed = plain
            change(&changed)
            let names = zip(Mirror(reflecting: plain).children, Mirror(reflecting: changed).children)
                .filter { "\($0.0.value)" != "\($0.1.value)" }.compactMap(\.0.label)
            return names.count == 1 ? names[0] : nil
        }
    }

    /// Each field once; a new one is added here, and to `silent` where it makes no news.
    private static var fields: [Field] {
        [
            Field(\.id, \.id, "T9"),
            Field(\.originalID, \.originalID, "T8"),
            Field(\.productID, \.productID, "lamp"),
            Field(\.productType, \.productType, .nonConsumable),
            Field(\.purchasedQuantity, \.purchasedQuantity, 3),
            Field(\.purchaseTime, \.purchaseTime, at(1)),
            Field(\.originalPurchaseTime, \.originalPurchaseTime, at(-1)),
            Field(\.expirationTime, \.expirationTime, at(2)),
            Field(\.revocationTime, \.revocationTime, at(3)),
            Field(\.revocationReason, \.revocationReason, .developerIssue),
            Field(\.isUpgraded, \.isUpgraded, true),
            Field(\.ownershipType, \.ownershipType, .familyShared),
            Field(\.subscriptionGroupID, \.subscriptionGroupID, "group"),
            Field(\.appAccountToken, \.appAccountToken, UUID(uuidString: "11223344-5566-7788-99aa-bbccddeeff00")),
            Field(\.offer, \.offer, .init(type: .introductory, id: "first", paymentMode: .freeTrial)),
            Field(\.reason, \.reason, .renewal),
            Field(\.price, \.price, 9.99),
            Field(\.currencyCode, \.currencyCode, "EUR"),
            Field(\.storefrontCountryCode, \.storefrontCountryCode, "DEU"),
            Field(\.environment, \.environment, .sandbox),
            Field(\.webOrderLineItemID, \.webOrderLineItemID, "item"),
            Field(\.signedTime, \.signedTime, at(4)),
            Field(\.jwsRepresentation, \.jwsRepresentation, "a.b.c"),
        ]
    }

    /// The fields that make no news when they differ.
    ///
    /// Those that do are those of `StoreTransaction.News`.
    private static let silent: Set<String> = [
        "id", "originalID", "productType", "purchaseTime", "originalPurchaseTime", "revocationReason",
        "subscriptionGroupID", "appAccountToken", "offer", "reason", "price", "currencyCode", "storefrontCountryCode",
        "environment", "webOrderLineItemID", "signedTime", "jwsRepresentation",
    ]

    /// A first purchase, with every other field as it is by itself.
    private static let plain = Fields(id: "T1", productID: "coins", productType: .consumable, purchaseTime: at(0))

    /// A transaction of which every field says something.
    private static let full: Fields = fields.reduce(into: plain) { $1.change(&$0) }

    private static func names(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }

    @Test("Every field is in the list of this test, once, and has a property on the transaction")
    func listed() {
        #expect(Self.fields.map(\.name) == Self.names(Self.plain))
        let transaction = StoreTransaction(Self.full)
        for field in Self.fields { #expect(field.isForwarded(transaction), "\(field.name ?? "")") }
    }

    @Test("L1: every field comes back from the ledger's files, alone and with all others")
    func recorded() throws {
        for fields in [Self.plain, Self.full] + Self.changed {
            let update = StoreUpdate(
                sequence: 1, phase: .complete, kind: .purchased, transaction: StoreTransaction(fields), intent: nil,
                recordTime: at(5))
            let record = LedgerRecord.update(update, duties: [])
            #expect(try LedgerRecord(bytes: record.bytes) == record)
        }
    }

    @Test("Every field comes back from JSON, under a name of its own")
    func coded() throws {
        for fields in [Self.plain, Self.full] + Self.changed {
            let data = try JSONEncoder().encode(StoreTransaction(fields))
            #expect(try JSONDecoder().decode(StoreTransaction.self, from: data).fields == fields)
        }
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(Self.full)) as? [String: Any]
        #expect(object?.count == Self.fields.count)
    }

    @Test("O6: every field either makes news or makes none; the same for a transaction that is archived")
    func news() throws {
        let newsworthy = Set(Self.names(StoreTransaction(Self.plain).news))
        #expect(newsworthy.isDisjoint(with: Self.silent))
        #expect(newsworthy.union(Self.silent) == Set(Self.names(Self.plain)))
        let old = StoreTransaction(Self.plain)
        for field in Self.fields {
            let name = try #require(field.name)
            var fields = Self.plain
            field.change(&fields)
            #expect(StoreTransaction(fields).isNews(after: old) == newsworthy.contains(name), "\(name)")
            // Those by which it is found are the same.
            guard name != "id", name != "productType" else { continue }
            var ledger = LedgerState(archivingLimit: 0)
            _ = ledger.take(old)
            ledger.note(.step(old.id, .finished))
            #expect(ledger.transactions.archivedCount == 1)
            let update = ledger.take(StoreTransaction(fields))
            #expect((update != nil) == newsworthy.contains(name), "\(name), archived")
        }
    }

    /// For each field a transaction in which it alone says something.
    private static var changed: [Fields] {
        fields.map { field in
            var changed = plain
            field.change(&changed)
            return changed
        }
    }
}
