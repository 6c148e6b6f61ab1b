#if Server
    import Foundation
    import TestDatabase
    import Testing

    @testable import Purser
    @testable import PurserServer

    @Suite("What a delivery changes in a line")
    struct LineStateTests {
        private let one = user(1)
        private let two = user(2)

        @Test("D1: the same report is recorded once; a changed one is an update")
        func once() throws {
            var shelf = LineShelf()
            let bought = StoreTransaction.coins("1", of: one)
            #expect(try shelf.report(bought).updates.count == 1)
            #expect(try shelf.report(bought).isEmpty)
            #expect(try shelf.report(bought.revoked(at: 5)).updates.count == 1)
            #expect(try shelf.report(bought).isEmpty)
            #expect(shelf.reported(one) == ["purchased 1", "revoked 1"])
        }

        @Test("L4: a later signed date alone is written, and makes an older refund no change")
        func laterDate() throws {
            var shelf = LineShelf()
            let bought = StoreTransaction.coins("1", of: one)
            try shelf.report(bought)
            let again = try shelf.report(bought.signed(9))
            #expect(again.updates.isEmpty && again.entries.count == 1)
            #expect(try shelf.report(bought.revoked(at: 5)).isEmpty)
        }

        @Test("K6: without a user it is kept under the line, and a name or the app binds it with its updates")
        func binding() throws {
            var shelf = LineShelf()
            try shelf.report(.period("S1", of: "S1", until: 100, signed: 1))
            try shelf.report(.period("S2", of: "S1", until: 200, signed: 101))
            #expect(shelf.holders == ["line:S1"])
            #expect(shelf.reported(Holder(line: "S1")) == ["purchased S1", "purchased S2"])
            var named = shelf
            try named.report(.period("S3", of: "S1", until: 300, signed: 201, of: one))
            #expect(named.holders == [Holder(user: one).text])
            #expect(named.reported(one) == ["purchased S1", "purchased S2", "purchased S3"])
            let bound = try shelf.report(LineDelivery(binding: ("S1", Holder(user: two))))
            #expect(bound.holder?.user == two && bound.moves.count == 1)
            #expect(shelf.reported(two) == ["purchased S1", "purchased S2"])
            #expect(try shelf.entitlements(of: two, at: 150).contains("club"))
            // A later one without a name goes to who has the line.
            try shelf.report(.period("S3", of: "S1", until: 300, signed: 201))
            #expect(shelf.holders == [Holder(user: two).text])
        }

        @Test("K6: a delivery that names the user only in its second transaction leaves no update under the line")
        func bindingWithin() throws {
            var shelf = LineShelf()
            try shelf.report(
                .period("S1", of: "S1", until: 100, signed: 1),
                .period("S2", of: "S1", until: 200, signed: 101, of: one))
            #expect(shelf.reported(one) == ["purchased S1", "purchased S2"])
            #expect(shelf.reported(Holder(line: "S1")).isEmpty && shelf.holders == [Holder(user: one).text])
        }

        @Test("U3: what names a user is that user's, what the App Store did not move stays")
        func perTransaction() throws {
            var shelf = LineShelf()
            try shelf.report(.period("S1", of: "S1", until: 100, signed: 1, of: one))
            try shelf.report(.period("S2", of: "S1", until: 200, signed: 101, of: two))
            #expect(shelf.reported(one) == ["purchased S1"])
            #expect(shelf.reported(two) == ["purchased S2"])
        }

        @Test("U5: another user is named later: the policy decides", arguments: AccountMovePolicy.allCases)
        func moving(policy: AccountMovePolicy) throws {
            var shelf = LineShelf()
            shelf.policy = policy
            let bought = StoreTransaction.period("S1", of: "S1", until: 100, signed: 1, of: one)
            try shelf.report(bought)
            let decision = try shelf.report(bought.named(two, signed: 10))
            switch policy {
            case .move:
                #expect(shelf.reported(one) == ["purchased S1", "revoked S1"])
                #expect(shelf.reported(two) == ["purchased S1"])
                #expect(try !shelf.entitlements(of: one, at: 50).contains("club"))
                #expect(try shelf.entitlements(of: two, at: 50).contains("club"))
                // What was signed before names who had it then.
                #expect(try shelf.report(bought).isEmpty)
            case .keep: #expect(decision.rejection == nil)
            case .reject: #expect(decision.rejection?.reason == .otherUser)
            }
            guard policy != .move else { return }
            #expect(shelf.reported(one) == ["purchased S1"] && shelf.reported(two).isEmpty)
            #expect(try shelf.entitlements(of: one, at: 50).contains("club"))
            // Its name is not recorded, and what else is reported with it is.
            try shelf.report(bought.named(two, signed: 10).revoked(at: 20))
            #expect(shelf.reported(one) == ["purchased S1", "revoked S1"])
            #expect(!shelf.content.entries.contains { $0.names(two) })
        }

        @Test("U5: a consumable never moves")
        func consumable() throws {
            var shelf = LineShelf()
            let bought = StoreTransaction.coins("1", of: one)
            try shelf.report(bought)
            try shelf.report(bought.named(two, signed: 10))
            #expect(shelf.holders == [Holder(user: one).text])
            #expect(try shelf.entitlements(of: one, at: 20).purchasedQuantity(of: "coins") == 1)
        }

        @Test("U5: moved there and back, it is the first user's again")
        func back() throws {
            var shelf = LineShelf()
            let bought = StoreTransaction.period("S1", of: "S1", until: 100, signed: 1, of: one)
            try shelf.report(bought, now: at(2))
            try shelf.report(bought.named(two, signed: 10), now: at(11))
            try shelf.report(bought.named(one, signed: 20), now: at(21))
            #expect(try shelf.entitlements(of: one, at: 50).contains("club"))
            #expect(try !shelf.entitlements(of: two, at: 50).contains("club"))
        }

        @Test("D3: another purchase under the same identifier is rejected")
        func otherPurchase() throws {
            var shelf = LineShelf()
            try shelf.report(.coins("1", of: one))
            var fields = StoreTransaction.coins("1", of: one, signed: 5).fields
            fields.productID = "gems"
            let decision = try shelf.report(StoreTransaction(fields))
            #expect(decision.rejection?.reason == .otherPurchase)
            #expect(decision.updates.isEmpty && decision.entries.isEmpty)
        }

        @Test("M6: two lines become one, in either order of arrival")
        func joining() throws {
            var shelf = LineShelf()
            try shelf.report(
                .period("S1", of: "S1", until: 100, signed: 1, of: one), renewals: [renewal(of: "S1", signed: 1)])
            try shelf.report(
                .period("N1", of: "N1", until: 150, signed: 2, of: one),
                renewals: [renewal(of: "N1", renews: false, signed: 3)])
            let joined = try shelf.report(.period("N2", of: "N1", formerly: "S1", until: 200, signed: 101, of: one))
            #expect(joined.cleared == ["N1", "S1"])
            #expect(Set(shelf.content.entries.map(\.line)) == ["N1"])
            #expect(shelf.content.root(of: "S1") == "N1")
            try shelf.report(renewals: [renewal(of: "S1", signed: 110)])
            let owned = try shelf.entitlements(of: one, at: 150)
            #expect(owned.subscriptions.count == 1)
            #expect(owned.subscriptions.first?.renewalInfo?.willAutoRenew == true)
        }

        @Test("T2: a renewal info that comes before its line is dropped")
        func early() throws {
            var shelf = LineShelf()
            try shelf.report(renewals: [renewal(of: "S1", renews: false, signed: 5)])
            try shelf.report(.period("S1", of: "S1", until: 100, signed: 1, of: one))
            #expect(shelf.reported(one) == ["purchased S1"])
        }

        @Test("L5: fields that a newer version has written survive this one's rewriting")
        func newerFields() throws {
            var later = LaterFields()
            later.add(90, .number(7))
            var shelf = LineShelf()
            var fields = StoreTransaction.period("S1", of: "S1", until: 100, signed: 1).fields
            fields.particulars.laterFields = later
            try shelf.report(StoreTransaction(fields))
            try shelf.report(LineDelivery(binding: ("S1", Holder(user: one))))
            let row = try #require(shelf.content.entries.first { $0.slot == "t:S1" }?.record)
            guard case .update(let update, _) = try LedgerRecord(bytes: row) else {
                Issue.record("no update")
                return
            }
            #expect(update.transaction.particularsBox?.particulars.laterFields == later)
        }

        @Test("L5: what a newer version has recorded of a line stays")
        func newerSlot() throws {
            var shelf = LineShelf()
            try shelf.report(.period("S1", of: "S1", until: 100, signed: 1))
            let unknown = LedgerRecord.skipped(SkippedRecord(kind: 200, fields: [8, 7]))
            var content = shelf.content
            content.entries.append(LineContent.Entry(Holder(line: "S1"), "S1", "new", unknown.bytes))
            let decision = try LineState.decide(
                LineDelivery(binding: ("S1", Holder(user: one))), content, policy: .move, secret: .zero, now: at(5))
            #expect(decision.entries.first { $0.slot == "new" }?.record == unknown.bytes)
        }
    }

    extension LineContent.Entry {
        fileprivate func names(_ user: UUID) -> Bool {
            guard case .update(let update, _)? = try? LedgerRecord(bytes: record ?? []) else { return false }
            return update.transaction.appAccountToken == user
        }
    }
#endif
