import PurserSimulator
import Testing

@testable import PurserTool

@Suite("The products that a word means")
struct ProductNamesTests {
    private let names = ProductNames(
        named: [
            ("com.example.garden.greenhouse", "Glass House"), ("com.example.garden.club.monthly", nil),
            ("com.example.garden.club.plus.monthly", nil), ("5", "Monthly"),
        ])

    @Test(
        "An identifier, its number, the end of just one behind a dot, or its reference name",
        arguments: [
            ("com.example.garden.greenhouse", "com.example.garden.greenhouse"),
            ("greenhouse", "com.example.garden.greenhouse"), ("Greenhouse", "com.example.garden.greenhouse"),
            ("garden.greenhouse", "com.example.garden.greenhouse"), ("club.monthly", "com.example.garden.club.monthly"),
            ("plus.monthly", "com.example.garden.club.plus.monthly"), ("1", "com.example.garden.greenhouse"),
            ("2", "com.example.garden.club.monthly"), ("5", "5"), ("glass house", "com.example.garden.greenhouse"),
        ])
    func meant(_ word: String, _ id: String) throws {
        #expect(names.meant(word) == id)
        #expect(try names.find(word, "") == id)
    }

    @Test(
        "What means none, and what means several",
        arguments: ["house", "monthly", "0", "6", "-1", "", ".", "com", "9999999999999999999"])
    func none(_ word: String) {
        #expect(names.meant(word) == nil)
        #expect(throws: ToolError.self) { try names.find(word, "not sold") }
    }

    @Test("The message names the several, or the nearest")
    func messages() {
        #expect(
            names.several("monthly")?.message
                == "“monthly” may be com.example.garden.club.monthly or com.example.garden.club.plus.monthly or 5; write a longer part"
        )
        #expect(names.question("grenhouse") == "; did you mean greenhouse?")
        #expect(names.question("club.montly") == "; did you mean club.monthly?")
        #expect(names.question("com.example.garden.greenhous") == "; did you mean com.example.garden.greenhouse?")
        #expect(names.question("Glas House") == "; did you mean Glass House?")
        #expect(names.question("bicycle") == "")
    }

    @Test("A beginning is completed to identifiers, or where none begins like this to ends that mean just one")
    func completions() {
        #expect(names.completions(of: "com.example.garden.club.p") == ["com.example.garden.club.plus.monthly"])
        #expect(names.completions(of: "gree") == ["greenhouse"])
        #expect(names.completions(of: "plus") == ["plus.monthly"])
        #expect(names.completions(of: "month").isEmpty, "it would mean two")
        #expect(LineCompletion.words(for: "pro", behind: [], names) == ["products"])
        #expect(LineCompletion.words(for: "un", behind: [], names) == ["unassign", "unfinished", "unshare"])
        #expect(LineCompletion.words(for: "pro", behind: ["buy"], names).isEmpty)
        #expect(LineCompletion.words(for: "gree", behind: ["buy"], names) == ["greenhouse"])
        #expect(LineCompletion.words(for: "o", behind: ["renew"], names) == ["off", "on"])
        #expect(LineCompletion.words(for: "d", behind: ["card"], names) == ["declined"])
        #expect(LineCompletion.words(for: "de", behind: ["storefront"], names) == ["DEU"])
        #expect(LineCompletion.words(for: "finish", behind: ["defects"], names).contains("finishNotTaken"))
    }

    @Test(
        "One letter too many, too few, wrong or swapped is one difference",
        arguments: [
            ("byu", "buy"), ("bu", "buy"), ("buyy", "buy"), ("boy", "buy"), ("udpates", "updates"), ("BUY", "buy"),
        ])
    func nearest(_ typed: String, _ meant: String) {
        #expect(Nearest.word(to: typed, of: ["list", "updates", "buy", "owned"]) == meant)
    }

    @Test(
        "What is far from all words is near to none",
        arguments: ["frob", "x", "", String(repeating: "u", count: 10_000)])
    func far(_ typed: String) { #expect(Nearest.word(to: typed, of: ["list", "updates", "buy", "owned"]) == nil) }

    @Test("Every command of the shop is a word, and nothing else is")
    func shopNames() throws {
        for name in ShopCommand.names {
            // A word that the shop does not have is answered by that; one that lacks something by something else.
            do { _ = try ShopWish(name) } catch let error as UsageError {
                #expect(!error.message.hasPrefix("there is no"), "\(name): \(error.message)")
            }
        }
        for name in [
            "list", "products", "buy", "rejected", "share", "unshare", "assign", "unassign", "approve", "decline",
            "renew", "quit", "storefront", "faults", "defects", "reset", "clear", "history", "transactions",
        ] {
            #expect(ShopCommand.names.contains(name))
        }
    }
}
