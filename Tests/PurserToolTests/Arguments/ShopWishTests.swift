import Foundation
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
            ("refund 2 3 seats", .refund("2", percentage: 100, seats: 3)),
            ("seats 3", .progress(.seats(3, nil))), ("seats 3 a.b", .progress(.seats(3, "a.b"))),
            ("assign 4", .progress(.assign("4"))), ("unassign 4", .progress(.unassign("4"))),
            ("buy a.b 3 manual", .buy(product: "a.b", quantity: 3, isManual: true)),
            ("buy a.b manual 3", .buy(product: "a.b", quantity: 3, isManual: true)), ("ask on", .askToBuy(true)),
            ("ask off", .askToBuy(false)), ("pending", .pending), ("approve", .approve(nil)),
            ("approve all", .approve(nil)), ("approve P1", .approve("P1")), ("decline P1", .decline("P1")),
            ("delete 2", .delete("2")), ("refund 2", .refund("2", percentage: 100)),
            ("refund 2 12.5%", .refund("2", percentage: 12.5)),
            ("restore", .restore), ("owned", .owned), ("unfinished", .unfinished),
            ("finish 2", .finish("2")), ("updates", .updates), ("failed", .failed),
            ("follow app", .follow("app", isFailing: false)), ("follow app failing", .follow("app", isFailing: true)),
            ("subscriptions", .subscriptions),
            ("renew off", .progress(.renew(false, nil))), ("renew on a.b", .progress(.renew(true, "a.b"))),
            ("renew now", .progress(.renewNow(nil))), ("card declined", .progress(.card(isAccepted: false, nil))),
            ("card ok a.b", .progress(.card(isAccepted: true, "a.b"))), ("grace on", .progress(.grace(true))),
            ("price 12.99", .progress(.price(Decimal(string: "12.99") ?? 0, nil))),
            ("consent yes", .progress(.consent(true, nil))), ("consent no a.b", .progress(.consent(false, "a.b"))),
            ("expire", .progress(.expire(nil))), ("expire a.b", .progress(.expire("a.b"))),
            ("share 4", .progress(.share("4"))),
            ("unshare 4", .progress(.unshare("4"))), ("redeem SPRING 8", .progress(.redeem("SPRING", product: "8"))),
            ("release app 7", .release(consumer: "app", number: 7)),
            ("release app #7", .release(consumer: "app", number: 7)),
        ])
    func understood(_ line: String, _ wish: ShopWish) throws {
        #expect(try ShopWish(line) == wish)
    }

    @Test(
        "A name with spaces is one word in double quotes, and other quotes are parts of words",
        arguments: [
            ("finish \"Garden Club\"", "Garden Club"), ("finish \"\"", ""), ("finish  \" a\" ", " a"),
            ("finish \"a", "\"a"), ("finish \"a\"b", "\"a\"b"), ("finish a\"b\"", "a\"b\""), ("finish \"", "\""),
        ])
    func quotes(_ line: String, _ word: String) throws {
        #expect(try ShopWish(line) == .finish(word))
        #expect(throws: UsageError.self) { try ShopWish(line + " 2") }
    }

    @Test("An extension names its time, and one subscription or the product of all")
    func extensions() throws {
        let span = try TimeSpan("7d")
        #expect(try ShopWish("extend 7d") == .progress(.extend(span, nil)))
        #expect(try ShopWish("extend 7d a.b") == .progress(.extend(span, "a.b")))
        #expect(try ShopWish("extend 7d all 8") == .progress(.extendAll(span, product: "8")))
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
