#if Server
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite("Statements and their parameters")
    struct SQLTests {
        private func text(_ value: SQLValue) throws -> String? {
            try value.encoded().map { String(decoding: $0, as: UTF8.self) }
        }

        @Test("Each kind of parameter is text as the database reads it")
        func values() throws {
            #expect(try text(.null) == nil)
            #expect(try text(.text("Ä'")) == "Ä'")
            #expect(try text(.integer(-7)) == "-7")
            #expect(try text(.boolean(true)) == "t")
            #expect(try text(.integers([1, -2])) == "{1,-2}")
            #expect(try text(.texts([])) == "{}")
            #expect(try text(.texts(["a,b", nil, "NULL", #"q"\"#])) == #"{"a,b",NULL,"NULL","q\"\\"}"#)
            #expect(try text(.blobs([[0, 255], nil])) == #"{"\\x00ff",NULL}"#)
        }

        @Test("A NUL is rejected, in a text and in an array", arguments: [SQLValue.text("a\0b"), .texts(["a", "\0"])])
        func nul(value: SQLValue) {
            let failure = #expect(throws: BookFailure.self) { try value.encoded() }
            #expect(failure?.code == .unstorable)
            #expect(failure?.isOutcomeKnown == true)
        }

        @Test("Bytes are read as they were written; what is none is none")
        func bytes() {
            let row = SQLRow([Array(#"\x00ff1a"#.utf8), Array(#"\x0"#.utf8), Array("00".utf8), nil])
            #expect(row.bytes(0) == [0, 255, 26])
            #expect((1...4).allSatisfy { row.bytes($0) == nil })
        }
    }

    @Suite("Answers of the database that are errors")
    struct FailureTests {
        @Test(
            "Each SQLSTATE has a code, and says whether the outcome is known",
            arguments: [
                ("25006", BookFailure.Code.readOnly, true), ("53100", .full, true), ("53300", .busy, true),
                ("40P01", .busy, true), ("42501", .denied, true), ("42P01", .wrongSchema, true),
                ("57P01", .cutOff, false), ("08006", .cutOff, false), ("XX000", .rejected, true),
            ])
        func kinds(state: String, code: BookFailure.Code, isKnown: Bool) {
            let failure = BookFailure(state: state, "some text")
            #expect(failure.code == code)
            #expect(failure.isOutcomeKnown == isKnown)
            #expect(failure.message.contains(state))
        }
    }
#endif
