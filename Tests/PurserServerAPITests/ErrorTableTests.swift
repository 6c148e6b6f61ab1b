#if Verification
    import Foundation
    import Purser
    import Testing

    @testable import PurserServerAPI

    @Suite("The table of Apple's errors")
    struct ErrorTableTests {
        /// All codes of Apple's libraries.
        static let codes = [
            4_000_000, 4_000_002, 4_000_005, 4_000_006, 4_000_008, 4_000_009, 4_000_010, 4_000_011, 4_000_012,
            4_000_013, 4_000_014, 4_000_015, 4_000_016, 4_000_017, 4_000_018, 4_000_019, 4_000_020, 4_000_021,
            4_000_022, 4_000_023, 4_000_024, 4_000_025, 4_000_026, 4_000_027, 4_000_028, 4_000_030, 4_000_031,
            4_000_032, 4_000_033, 4_000_034, 4_000_035, 4_000_036, 4_000_037, 4_000_038, 4_000_039, 4_000_040,
            4_000_041, 4_000_042, 4_000_043, 4_000_047, 4_000_048, 4_000_161, 4_000_162, 4_000_163, 4_000_164,
            4_000_175, 4_000_183, 4_000_185, 4_000_187, 4_000_211, 4_000_212, 4_000_213, 4_000_215, 4_000_216,
            4_000_218, 4_000_219, 4_000_224, 4_030_004, 4_030_005, 4_030_007, 4_030_014, 4_030_016, 4_030_017,
            4_030_018, 4_030_019, 4_030_026, 4_040_001, 4_040_002, 4_040_003, 4_040_004, 4_040_005, 4_040_006,
            4_040_007, 4_040_008, 4_040_009, 4_040_010, 4_040_014, 4_040_015, 4_040_018, 4_040_019, 4_040_020,
            4_040_021, 4_090_000, 4_090_001, 4_290_000, 5_000_000, 5_000_001,
        ]

        @Test("Each code has a name and a class, and no name stands for two codes")
        func complete() {
            let codes = Self.codes.map { ServerAPIErrorCode(rawValue: $0) }
            #expect(codes.filter { $0.name == nil } == [])
            #expect(codes.filter { $0.kind == .unreadable } == [])
            #expect(Set(codes.compactMap(\.name)).count == Self.codes.count)
            #expect(Set(ServerAPIErrorCode.names.keys) == Set(Self.codes))
        }

        @Test("Apple names four codes that pass by themselves; the others are final, but for those of its own failures")
        func retryable() {
            let retryable = Self.codes.filter { ServerAPIErrorCode(rawValue: $0).kind == .retryable }
            #expect(retryable == [4_040_002, 4_040_004, 4_040_006, 5_000_000, 5_000_001])
            #expect(ServerAPIErrorCode(rawValue: 4_040_010).kind == .notFound)
            #expect(ServerAPIErrorCode(rawValue: 4_030_004).kind == .refused)
            #expect(ServerAPIErrorCode(rawValue: 4_090_000).kind == .refused)
            #expect(ServerAPIErrorCode(rawValue: 4_290_000).kind == .rateLimited)
            #expect(ServerAPIErrorCode(rawValue: 4_000_017).kind == .tokenExpired)
        }

        @Test(
            "A code that is newer than this version is classed by its first three digits",
            arguments: [
                (4_009_999, ServerAPIFailure.Kind.refused), (4_049_999, .notFound), (4_019_999, .unauthorized),
                (4_299_999, .rateLimited), (5_039_999, .retryable), (4_189_999, .refused),
            ])
        func unknown(code: Int, kind: ServerAPIFailure.Kind) async throws {
            #expect(ServerAPIErrorCode(rawValue: code).name == nil)
            let bench = try ClientBench(ScriptedTransport { _, _ in .code(code) }, retries: .once)
            let failure = await failure { try await bench.client.getTransactionInfo("1") }
            #expect(failure?.kind == kind)
            #expect(failure?.code?.rawValue == code)
        }

        @Test("A code of no form leaves the class to the status")
        func formless() async throws {
            let answers: [(ScriptedAnswer, ServerAPIFailure.Kind)] = [
                (ScriptedAnswer(404, #"{"errorCode":7}"#), .notFound), (ScriptedAnswer(400, "<html>"), .refused),
                (ScriptedAnswer(503, "<html>"), .retryable), (ScriptedAnswer(418, ""), .refused),
                (ScriptedAnswer(302, ""), .unreadable),
                (ScriptedAnswer(404, #"{"errorCode":99999999999999999999}"#), .notFound),
            ]
            for (answer, kind) in answers {
                let bench = try ClientBench(ScriptedTransport { _, _ in answer }, retries: .once)
                #expect(await failure { try await bench.client.getTransactionInfo("1") }?.kind == kind)
            }
        }

        @Test("A failure says the call, the code, Apple's words and what to do")
        func description() async throws {
            let bench = try ClientBench(ScriptedTransport(.code(4_040_010, "Transaction id not found.")))
            let failure = try #require(await failure { try await bench.client.getTransactionInfo("1") })
            let text = failure.description
            for word in [
                "notFound", "getTransactionInfo", "4040010 transactionIdNotFound", "Transaction id not found.",
                "sandbox",
            ] {
                #expect(text.contains(word), "\(word) is missing in: \(text)")
            }
            #expect(failure.localizedDescription == text)
        }
    }
#endif
