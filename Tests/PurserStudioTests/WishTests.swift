#if Studio
    import Foundation
    import Purser
    import Testing

    import PurserFormats
    @testable import PurserStudio

    @Suite("What the page may ask for")
    struct WishTests {
        private let own = StudioPowers(hasStore: true)
        private let attached = StudioPowers(hasStore: false)

        @Test("A command comes with its members")
        func reading() throws {
            let wish = try StudioWish(
                Array(#"{"do":"refund","transaction":"7","percentage":50}"#.utf8), powers: attached)
            #expect(wish.name == "refund")
            #expect(wish.members == ["transaction": .string("7"), "percentage": .number("50")])
        }

        @Test("Only commands that steer are passed on; those of a store only where Studio has opened one")
        func allowed() throws {
            for name in StudioWish.commands { _ = try StudioWish(Array(#"{"do":"\#(name)"}"#.utf8), powers: attached) }
            for name in StudioWish.storeCommands {
                let body = Array(#"{"do":"\#(name)"}"#.utf8)
                _ = try StudioWish(body, powers: own)
                #expect(throws: StudioFailure.self) { try StudioWish(body, powers: attached) }
            }
            for name in ["watch", "help", "", "Refund", "refund ", "__proto__"] {
                #expect(throws: StudioFailure.self) { try StudioWish(Array(#"{"do":"\#(name)"}"#.utf8), powers: own) }
            }
        }

        @Test(
            "What is no such request is an error in words",
            arguments: [
                "", "{", "[]", "null", "7", #"{"do":7}"#, #"{"refund":"do"}"#, "\u{0}",
                String(repeating: "[", count: 5_000),
            ])
        func malformed(_ body: String) {
            let error = #expect(throws: StudioFailure.self) { try StudioWish(Array(body.utf8), powers: own) }
            #expect(error?.message.isEmpty == false)
        }

        @Test("A hundred random bodies harm nobody")
        func random() {
            var generator = SystemRandomNumberGenerator()
            for _ in 0..<100 {
                let bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ in UInt8.random(in: 0...255) }
                #expect(throws: StudioFailure.self) { try StudioWish(bytes, powers: own) }
            }
        }
    }

    @Suite("The address of a Studio")
    struct AddressTests {
        @Test("A token is random, and long enough that nobody guesses it")
        func token() {
            let tokens = (0..<100).map { _ in StudioAddress().token }
            #expect(Set(tokens).count == 100)
            #expect(tokens.allSatisfy { $0.count == 64 && $0.allSatisfy { $0.isHexDigit } })
        }

        @Test("The next run has the same port and token, and another name")
        func kept() throws {
            let address = StudioAddress(port: 4_000)
            let next = try #require(StudioAddress(kept: address.kept))
            #expect(next.url == address.url)
            #expect(next.run == 2)
            #expect(StudioAddress(kept: next.kept)?.run == 3)
        }

        @Test(
            "A file with something else is no address",
            arguments: [
                "", "{}", "[1]", #"{"port":4000,"token":"short","run":1}"#,
                #"{"port":0,"token":"\#(String(repeating: "a", count: 64))","run":1}"#,
                #"{"port":70000,"token":"\#(String(repeating: "a", count: 64))","run":1}"#,
                #"{"port":4000,"token":"\#(String(repeating: "/", count: 64))","run":1}"#,
                #"{"port":4000,"token":"\#(String(repeating: "a", count: 64))","run":0}"#,
            ])
        func other(_ text: String) { #expect(StudioAddress(kept: Data(text.utf8)) == nil) }
    }
#endif
