#if Server
    import Testing

    @testable import PurserBookServer

    @Suite("The operator's token")
    struct TokenTests {
        @Test("Only the whole token is allowed, in the form of a bearer token")
        func allowed() throws {
            let token = try #require(OperatorToken("abcdefghijklmnop"))
            for header in ["Bearer abcdefghijklmnop", "bearer abcdefghijklmnop"] { #expect(token.allows(header)) }
            for header in [
                nil, "", "Bearer", "Bearer ", "abcdefghijklmnop", "Basic abcdefghijklmnop", "Bearer abcdefghijklmno",
                "Bearer abcdefghijklmnopq", "Bearer abcdefghijklmnopabcdefghijklmnop", "Bearer  abcdefghijklmnop",
                "Bearer bbcdefghijklmnop", "Bearer abcdefghijklmnoq",
            ] { #expect(!token.allows(header), "\(header ?? "nil")") }
        }

        @Test("A token that can be guessed, or that a header cannot have, is none")
        func rejected() {
            for text in ["", "abcdefghijklmno", "abcdefgh ijklmnop", "abcdefghijklmnop\n", "äbcdefghijklmnop"] {
                #expect(OperatorToken(text) == nil, "\(text)")
            }
        }
    }
#endif
