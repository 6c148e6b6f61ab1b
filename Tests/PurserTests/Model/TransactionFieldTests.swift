import Foundation
import Testing

@testable import Purser

/// What each field of a transaction needs, so that one that is added and forgotten somewhere fails here.
@Suite("The fields of a transaction")
struct TransactionFieldTests {
    private typealias Fields = StoreTransaction.Fields

    /// A field, with two values that it does not have by itself.
    private struct Field {
        /// Gives it the value.
        let change: (inout Fields) -> Void
        /// Gives it the other value.
        let changeAgain: (inout Fields) -> Void
        /// Takes its value away.
        let empty: (inout Fields) -> Void
        /// Whether the transaction's property gives what the fields say.
        let isForwarded: (StoreTransaction) -> Bool

        init<Value: Equatable>(
            _ field: WritableKeyPath<Fields, Value>, _ property: KeyPath<StoreTransaction, Value>, _ value: Value,
            _ other: Value, empty: ((inout Fields) -> Void)? = nil
        ) {
            change = { $0[keyPath: field] = value }
            changeAgain = { $0[keyPath: field] = other }
            self.empty = empty ?? { $0[keyPath: field] = plain[keyPath: field] }
            isForwarded = { $0[keyPath: property] == value && $0.fields[keyPath: field] == value }
        }

        /// What the compiler calls it.
        var name: String? {
            var changed = plain
            change(&changed)
            let names = zip(children(plain), children(changed)).filter { "\($0.value)" != "\($1.value)" }
                .compactMap(\.0.label)
            return names.count == 1 ? names[0] : nil
        }
    }

    /// Each field once; a new one is added here, and to `silent` where it makes no news.
    private static var fields: [Field] {
        [
            Field(\.id, \.id, "T9", "T7"),
            Field(\.originalID, \.originalID, "T8", "T7"),
            Field(\.productID, \.productID, "lamp", "oil"),
            Field(\.productType, \.productType, .nonConsumable, .nonRenewable) { $0.productType = .unknown },
            Field(\.purchasedQuantity, \.purchasedQuantity, 3, 4),
            Field(\.purchaseTime, \.purchaseTime, at(1), at(9)),
            Field(\.originalPurchaseTime, \.originalPurchaseTime, at(-1), at(-2)) {
                $0.originalPurchaseTime = $0.purchaseTime
            },
            Field(\.expirationTime, \.expirationTime, at(2), at(9)),
            Field(\.revocationTime, \.revocationTime, at(3), at(9)),
            Field(\.revocationReason, \.revocationReason, .developerIssue, .other),
            Field(\.isUpgraded, \.isUpgraded, true, false),
            Field(\.ownershipType, \.ownershipType, .familyShared, .assigned),
            Field(\.subscriptionGroupID, \.subscriptionGroupID, "group", "others"),
            Field(
                \.appAccountToken, \.appAccountToken, LedgerSamples.user,
                UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
            Field(\.offer, \.offer, offer(.introductory), offer(.code)),
            Field(\.reason, \.reason, .renewal, .init(rawValue: "GIFT")),
            Field(\.price, \.price, 9.99, 1.99),
            Field(\.currencyCode, \.currencyCode, "EUR", "USD"),
            Field(\.storefrontCountryCode, \.storefrontCountryCode, "DEU", "FRA"),
            Field(\.storefrontID, \.storefrontID, "143443", "143442"),
            Field(\.environment, \.environment, .sandbox, .xcode),
            Field(\.webOrderLineItemID, \.webOrderLineItemID, "item", "item 2"),
            Field(\.signedTime, \.signedTime, at(4), at(4)),
            Field(\.jwsRepresentation, \.jwsRepresentation, "a.b.c", "a.b.d"),
            Field(\.appTransactionID, \.appTransactionID, "7048", "7049"),
            Field(\.appBundleID, \.appBundleID, "com.example.garden", "com.example.pond"),
            Field(\.revocationType, \.revocationType, .proratedRefund, .fullRefund),
            Field(\.revocationThousandths, \.revocationThousandths, 50_000, 100_000),
            Field(\.billingPlanType, \.billingPlanType, .monthly, .upFront),
            Field(\.commitmentInfo, \.commitmentInfo, commitment(2), commitment(3)),
            Field(\.bundle, \.bundle, bundle("news"), bundle("music")),
            Field(\.previousOriginalTransactionID, \.previousOriginalTransactionID, "T6", "T5"),
            Field(\.advancedCommerceInfo, \.advancedCommerceInfo, #"{"taxRate":"0.19","items":[]}"#, "{}"),
            Field(\.deviceVerification, \.deviceVerification, verification(1), verification(2)),
            Field(\.unknownFields, \.unknownFields, #"{"rebate":3}"#, #"{"rebate":4}"#),
            Field(\.multiSeatInfo, \.multiSeatInfo, seats(revoked: 2), seats(revoked: nil)),
            Field(
                \.additionalTransactionReason, \.additionalTransactionReason, .seatAddition, .init(rawValue: "MORE")),
            Field(\.particulars.ledgerID, \.particularsBox?.particulars.ledgerID, "T1@Sandbox", "T1@Xcode"),
        ]
    }

    private static func offer(_ type: StoreOffer.OfferType) -> StoreTransaction.Offer {
        .init(type: type, id: "first", paymentMode: .freeTrial, period: SubscriptionPeriod(1, .week))
    }

    private static func commitment(_ number: Int) -> StoreTransaction.CommitmentInfo {
        .init(billingPeriodNumber: number, totalBillingPeriods: 12, expirationDate: at(50).date, price: 99.5)
    }

    private static func bundle(_ product: String) -> StoreTransaction.Bundle {
        .init(productID: product, subscriptionGroupID: "all", transactionID: "B2", originalTransactionID: "B1")
    }

    private static func seats(revoked: Int?) -> StoreTransaction.MultiSeatInfo {
        .init(
            invitationManagement: .apple, priceTiers: [.init(price: 9.5, quantity: 5), .init(price: 7, quantity: 3)],
            revokedSeatQuantity: revoked)
    }

    private static func verification(_ byte: UInt8) -> DeviceVerification {
        DeviceVerification(hash: Data([byte, 2, 3]), nonce: LedgerSamples.user, deviceID: LedgerSamples.user)
    }

    /// The fields that make no news when they differ; those that do are in `ComparedField`.
    private static let silent: Set<String> = [
        "id", "productID", "purchaseTime", "signedTime", "jwsRepresentation", "deviceVerification", "unknownFields",
        "ledgerID",
    ]

    /// The fields that a description cannot lack.
    private static let alwaysTold: Set<String> = [
        "id", "productID", "purchasedQuantity", "purchaseTime", "revocationTime", "isUpgraded", "ownershipType",
    ]

    /// A first purchase, with every other field as it is by itself.
    private static let plain = Fields(id: "T1", productID: "coins", productType: .consumable, purchaseTime: at(0))

    /// A transaction of which every field says something.
    private static let full: Fields = fields.dropFirst().reduce(into: plain) { $1.change(&$0) }

    /// The fields as they are kept, with those of which few transactions have one behind the others; what a later version has
    /// recorded is none of them.
    private static func children(_ fields: Fields) -> [Mirror.Child] {
        Mirror(reflecting: fields).children.filter { $0.label != "particularsBox" }
            + Mirror(reflecting: fields.particulars).children.filter { $0.label != "laterFields" }
    }

    /// The fields of which at least a part makes news.
    private static var newsworthy: Set<String> {
        let parts = ComparedField.allCases.map { "\($0)" }
        return Set(names.filter { name in parts.contains { $0 == name || $0.hasPrefix(name) && name != "id" } })
    }

    private static var names: [String] { children(plain).compactMap(\.label) }

    @Test("Every field is in the list of this test, once, and has a property on the transaction")
    func listed() {
        #expect(Self.fields.map(\.name) == Self.names)
        for (field, changed) in zip(Self.fields, Self.changed) {
            #expect(field.isForwarded(StoreTransaction(changed)), "\(field.name ?? "")")
        }
    }

    @Test("L1: every field comes back from the ledger's files, alone and with all others")
    func recorded() throws {
        for fields in [Self.plain, Self.full] + Self.changed {
            let update = StoreUpdate(
                sequence: 1, phase: .complete, kind: .purchased, transaction: StoreTransaction(fields), intent: nil,
                recordTime: at(5))
            let record = LedgerRecord.update(update, stepsDue: [])
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

    @Test("O6: every field is in the list of those that make news, or in the list of those that make none")
    func classified() {
        #expect(Self.newsworthy.isDisjoint(with: Self.silent))
        #expect(Self.newsworthy.union(Self.silent) == Set(Self.names))
        struct Fields: FieldVisitor {
            var read: [ComparedField] = []
            mutating func read<Value: Equatable>(
                _ field: ComparedField, _ new: Value?, _ old: Value?
            ) {
                if new != nil { read.append(field) }
            }
        }
        var fields = Fields()
        fields.read(StoreTransaction(Self.full), beside: StoreTransaction(Self.plain))
        let read = fields.read
        #expect(read.count == Set(read).count && Set(read) == Set(ComparedField.allCases))
    }

    @Test("O6: another value is news, whatever the field; the same value is none")
    func changes() throws {
        for field in Self.fields {
            let name = try #require(field.name)
            var (old, new) = (Self.plain, Self.plain)
            field.change(&old)
            field.changeAgain(&new)
            #expect(
                StoreTransaction(new).isChange(after: StoreTransaction(old)) == Self.newsworthy.contains(name),
                "\(name)")
            #expect(!StoreTransaction(old).isChange(after: StoreTransaction(old)), "\(name)")
            new.signedTime = at(1)
            old.signedTime = at(2)
            #expect(!StoreTransaction(new).isChange(after: StoreTransaction(old)), "\(name), older")
        }
    }

    @Test("O6: what one description merely lacks is no news, and is filled in from the other")
    func lacking() throws {
        let full = StoreTransaction(Self.full)
        for field in Self.fields {
            let name = try #require(field.name)
            var fields = Self.full
            field.empty(&fields)
            let lacking = StoreTransaction(fields)
            guard !Self.alwaysTold.contains(name) else {
                #expect(Self.silent.contains(name) || lacking.isChange(after: full), "\(name)")
                continue
            }
            #expect(!lacking.isChange(after: full), "\(name)")
            // An end of a subscription, its line, its seats, and how much was refunded take effect as soon as they are told.
            let takesEffect = ["expirationTime", "originalID", "multiSeatInfo", "revocationThousandths"].contains(name)
            #expect(full.isChange(after: lacking) == takesEffect, "\(name)")
            // The signature and what goes with it are this description's own; its name in the ledger is the ledger's.
            let isOwn = ["signedTime", "jwsRepresentation", "deviceVerification", "ledgerID"].contains(name)
            #expect((lacking.completed(from: full) == full) != isOwn, "\(name)")
        }
    }

    @Test("O6: a change of an archived transaction is an update, as before it was archived")
    func archivedChanges() throws {
        for field in Self.fields {
            let name = try #require(field.name)
            guard !["id", "productID", "purchaseTime", "ledgerID"].contains(name) else { continue }
            var (old, new) = (Self.plain, Self.plain)
            field.change(&old)
            field.changeAgain(&new)
            var ledger = LedgerState(archivingLimit: 0)
            _ = ledger.take(StoreTransaction(old), needsFinish: false)
            try #require(ledger.transactions.archivedCount == (old.productType == .consumable ? 1 : 0), "\(name)")
            #expect((ledger.take(StoreTransaction(new)) != nil) == Self.newsworthy.contains(name), "\(name)")
        }
    }

    @Test("L1: an archived transaction has every field but its signed form, also after a relaunch")
    func archived() throws {
        for fields in [Self.plain, Self.full] + Self.changed {
            let consumable = StoreTransaction(fields).with { $0.productType = .consumable }
            var ledger = LedgerState(archivingLimit: 0)
            _ = ledger.take(consumable, needsFinish: false)
            try #require(ledger.transactions.archivedCount == 1)
            var reopened = LedgerState(archivingLimit: 0)
            var records: [LedgerRecord] = []
            ledger.write { records.append($0) }
            for record in records { reopened.apply(try LedgerRecord(bytes: record.bytes)) }
            let expected = consumable.with { ($0.jwsRepresentation, $0.particulars.deviceVerification) = (nil, nil) }
            for state in [ledger, reopened] {
                let known = state.transactions.known(state.hash.fingerprint(of: consumable.ledgerID))
                #expect(known?.transaction == expected)
            }
        }
    }

    @Test("JSON is compared by its content")
    func sortedJSON() {
        let one = SortedJSON(#"{ "b": [1, 2.50, true, null], "a": "x" }"#)
        #expect(one == SortedJSON(#"{"a":"x","b":[1,2.5,true,null]}"#) && one != SortedJSON(#"{"a":"x"}"#))
        #expect(SortedJSON("{") != SortedJSON("["))
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
