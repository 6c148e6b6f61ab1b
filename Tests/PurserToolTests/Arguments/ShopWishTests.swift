import Foundation
import Purser
import PurserFormats
import Testing

@testable import PurserTool

@Suite("What is typed in the shop")
struct ShopWishTests {
    @Test(
        "Every command is understood",
        arguments: [
            ("", ShopWish.nothing), ("   ", .nothing), ("LIST", .list), ("products", .products),
            ("rejected", .rejected),
            ("help", .help), ("exit", .quit),
            ("buy 1", .buy(product: "1", quantity: 1, isManual: false)),
            ("buy 1 --seats 4", .buy(product: "1", quantity: 1, isManual: false, seats: 4)),
            ("buy a.b --quantity 3 --manual", .buy(product: "a.b", quantity: 3, isManual: true)),
            ("buy 1 seats 4", .buy(product: "1", quantity: 1, isManual: false, seats: 4)),
            ("buy a.b 3 manual", .buy(product: "a.b", quantity: 3, isManual: true)),
            ("buy a.b manual 3", .buy(product: "a.b", quantity: 3, isManual: true)), ("pending", .pending),
            ("restore", .restore), ("owned", .owned), ("unfinished", .unfinished),
            ("finish 2", .finish(["2"])), ("updates", .updates), ("failed", .failed()),
            ("follow app", .follow("app", isFailing: false)), ("follow app failing", .follow("app", isFailing: true)),
            ("subscriptions", .subscriptions),
            ("release app 7", .release(consumer: "app", numbers: [7])),
            ("release app #7", .release(consumer: "app", numbers: [7])),
        ])
    func understood(_ line: String, _ wish: ShopWish) throws { #expect(try ShopWish(line) == wish) }

    @Test(
        "A name with spaces is one word in double quotes, and other quotes are parts of words",
        arguments: [
            ("finish \"Garden Club\"", "Garden Club"), ("finish \"\"", ""), ("finish  \" a\" ", " a"),
            ("finish \"a", "\"a"), ("finish \"a\"b", "\"a\"b"), ("finish a\"b\"", "a\"b\""), ("finish \"", "\""),
        ])
    func quotes(_ line: String, _ word: String) throws {
        #expect(try ShopWish(line) == .finish([word]))
        #expect(throws: UsageError.self) { try ShopWish(line + " 2") }
    }

    @Test(
        "A change is a command of the App Store, what it is about, and its parameters",
        arguments: [
            ("ask on", "ask", .none, ["on": .bool(true)]), ("ask off", "ask", .none, ["on": .bool(false)]),
            ("approve", "approve", .payment(nil), [:]), ("approve all", "approve", .payment(nil), [:]),
            ("approve P1", "approve", .payment("P1"), [:]), ("decline P1", "decline", .payment("P1"), [:]),
            ("delete 2", "delete", .transaction("2"), [:]),
            ("reinstate 2", "reinstate", .transaction("2", isRevoked: true), [:]),
            ("refund 2", "refund", .transaction("2"), ["percentage": .number("100")]),
            ("refund 2 12.5%", "refund", .transaction("2"), ["percentage": .number("12.5")]),
            ("refund 2 3 seats", "refund", .transaction("2"), ["seats": .number("3")]),
            ("seats 3", "seats", .subscription(nil), ["seats": .number("3")]),
            ("seats 3 a.b", "seats", .subscription("a.b"), ["seats": .number("3")]),
            ("renew off", "renew", .subscription(nil), ["on": .bool(false)]),
            ("renew on a.b", "renew", .subscription("a.b"), ["on": .bool(true)]),
            ("renew now", "renew", .subscription(nil, orOver: true), ["now": .bool(true)]),
            ("card declined", "card", .subscription(nil), ["accepted": .bool(false)]),
            ("card ok a.b", "card", .subscription("a.b"), ["accepted": .bool(true)]),
            ("grace on", "grace", .none, ["on": .bool(true)]),
            ("price 12.99", "price", .subscription(nil), ["price": .number("12.99")]),
            ("consent yes", "consent", .subscription(nil), ["agrees": .bool(true)]),
            ("consent no a.b", "consent", .subscription("a.b"), ["agrees": .bool(false)]),
            ("expire", "expire", .subscription(nil), [:]), ("expire a.b", "expire", .subscription("a.b"), [:]),
            ("extend 7d", "extend", .subscription(nil), [:]), ("extend 7d a.b", "extend", .subscription("a.b"), [:]),
            ("extend 7d all 8", "extend", .product("8"), [:]), ("share 4", "share", .product("4"), [:]),
            ("unshare 4", "unshare", .product("4"), [:]), ("assign 4", "assign", .product("4"), [:]),
            ("unassign 4", "unassign", .product("4"), [:]),
            ("redeem SPRING 8", "redeem", .product("8"), ["offer": .string("SPRING")]),
        ] as [(String, String, Act.Subject, [String: JSONValue])])
    func changes(_ line: String, _ command: String, _ subject: Act.Subject, _ members: [String: JSONValue]) throws {
        guard case .act(let act) = try ShopWish(line) else {
            Issue.record("\(line) is no change")
            return
        }
        #expect(act.command == command && act.subject == subject && act.members == members)
        #expect(act.span == (command == "extend" ? try TimeSpan("7d") : nil))
    }

    @Test("An answer to come names its time")
    func answers() throws {
        let span = try TimeSpan("2h")
        #expect(try ShopWish("approve P1 in 2h") == .answer("P1", approves: true, after: span))
        #expect(try ShopWish("decline P1 in 2h") == .answer("P1", approves: false, after: span))
    }

    @Test(
        "All else is refused",
        arguments: [
            "frob", "buy", "buy 1 0", "buy 1 11", "buy 1 many", "ask", "ask maybe", "decline", "refund", "refund 1 2",
            "buy 1 seats", "buy 1 seats 0", "buy 1 seats many", "refund 1 0 seats", "refund 1 2 chairs", "seats",
            "seats 0",
            "seats 1 2 3", "assign", "refund 1 101%", "refund 1 0%",
            "refund 1 x%", "refund 1 %", "refund 50%% 1",
            "approve P1 P2", "approve P1 in", "approve P1 in soon", "decline P1 at 2h", "delete", "delete 1 2",
            "list all", "finish", "follow", "follow app maybe", "release app", "release app x",
            "aside app", "advance", "advance soon", "advance 0d", "advance -1m", "advance 101y", "advance 1m 2m",
            "subscriptions 1", "renew", "renew maybe", "renew off a b", "card", "card lost", "grace", "grace on a",
            "price", "price -1", "price 1e5", "price 1.2.3", "price 0", "price free", "consent", "consent maybe",
            "expire a b", "extend", "extend soon", "extend 7d a b", "extend 7d all", "extend 7d all 1 2", "share",
            "share 1 2", "unshare", "redeem", "redeem SPRING",
        ])
    func rejected(_ line: String) {
        #expect(throws: UsageError.self) { try ShopWish(line) }
    }
}
