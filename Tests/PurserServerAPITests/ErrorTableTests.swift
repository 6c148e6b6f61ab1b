#if Verification
    import Foundation
    import Purser
    import Testing

    @testable import PurserServerAPI

    @Suite("The table of Apple's errors")
    struct ErrorTableTests {
        /// All codes of Apple's libraries, with their names.
        static let table: [(name: String, code: Int)] = """
            generalBadRequest 4000000; invalidAppIdentifier 4000002; invalidRequestRevision 4000005; invalidTransactionId 4000006;
            invalidOriginalTransactionId 4000008; invalidExtendByDays 4000009; invalidExtendReasonCode 4000010;
            invalidRequestIdentifier 4000011; startDateTooFarInPast 4000012; startDateAfterEndDate 4000013;
            invalidPaginationToken 4000014; invalidStartDate 4000015; invalidEndDate 4000016; paginationTokenExpired 4000017;
            invalidNotificationType 4000018; multipleFiltersSupplied 4000019; invalidTestNotificationToken 4000020;
            invalidSort 4000021; invalidProductType 4000022; invalidProductId 4000023;
            invalidSubscriptionGroupIdentifier 4000024; invalidExcludeRevoked 4000025; invalidInAppOwnershipType 4000026;
            invalidEmptyStorefrontCountryCodeList 4000027; invalidStorefrontCountryCode 4000028; invalidRevoked 4000030;
            invalidStatus 4000031; invalidAccountTenure 4000032; invalidAppAccountToken 4000033;
            invalidConsumptionStatus 4000034; invalidCustomerConsented 4000035; invalidDeliveryStatus 4000036;
            invalidLifetimeDollarsPurchased 4000037; invalidLifetimeDollarsRefunded 4000038; invalidPlatform 4000039;
            invalidPlayTime 4000040; invalidSampleContentProvided 4000041; invalidUserStatus 4000042;
            invalidTransactionNotConsumable 4000043; invalidTransactionTypeNotSupported 4000047;
            appTransactionIdNotSupported 4000048; invalidImage 4000161; headerTooLong 4000162; bodyTooLong 4000163;
            invalidLocale 4000164; altTextTooLong 4000175; invalidAppAccountTokenUUID 4000183;
            familyTransactionNotSupported 4000185; transactionIdNotOriginalTransactionId 4000187;
            invalidPerformanceTestRequest 4000211; invalidRequestId 4000212; existingPerformanceTestRun 4000213;
            badRequestRealtimeUrl 4000215; badRequestImageSize 4000216; badRequestTooManyBulletPoints 4000218;
            badRequestBulletPointTextTooLong 4000219; badRequestAboveImageRequiresAnImage 4000224;
            subscriptionExtensionIneligible 4030004; subscriptionMaxExtension 4030005;
            familySharedSubscriptionExtensionIneligible 4030007; maximumNumberOfImagesReached 4030014;
            maximumNumberOfMessagesReached 4030016; messageNotApproved 4030017; imageNotApproved 4030018; imageInUse 4030019;
            forbiddenNoPassingTest 4030026; accountNotFound 4040001; accountNotFoundRetryable 4040002; appNotFound 4040003;
            appNotFoundRetryable 4040004; originalTransactionIdNotFound 4040005;
            originalTransactionIdNotFoundRetryable 4040006; serverNotificationUrlNotFound 4040007;
            testNotificationNotFound 4040008; statusRequestNotFound 4040009; transactionIdNotFound 4040010;
            imageNotFound 4040014; messageNotFound 4040015; performanceTestRunNotFound 4040018;
            AppTransactionDoesNotExistError 4040019; defaultMessageNotFound 4040020; realtimeUrlNotFound 4040021;
            imageAlreadyExists 4090000; messageAlreadyExists 4090001; rateLimitExceeded 4290000; generalInternal 5000000;
            generalInternalRetryable 5000001
            """.split(separator: ";").map { entry in
                let parts = entry.split(whereSeparator: \.isWhitespace)
                return (String(parts[0]), Int(parts[1]) ?? 0)
            }
        static let codes = table.map(\.code)

        @Test("Each code has a name and a class, and no name stands for two codes")
        func complete() {
            let codes = Self.codes.map { ServerAPIFailure.ServerCode(rawValue: $0) }
            #expect(codes.map { $0.name ?? "none" } == Self.table.map(\.name))
            #expect(codes.filter { $0.failureCode == .unreadable } == [])
            #expect(Set(codes.compactMap(\.name)).count == 87)
            #expect(Set(ServerAPIFailure.ServerCode.names.keys) == Set(Self.codes))
        }

        @Test("Apple names four codes that pass by themselves; the others are final, but for those of its own failures")
        func retryable() {
            let retryable = Self.codes.filter { ServerAPIFailure.ServerCode(rawValue: $0).failureCode == .retryable }
            #expect(retryable == [4_040_002, 4_040_004, 4_040_006, 5_000_000, 5_000_001])
            #expect(ServerAPIFailure.ServerCode(rawValue: 4_040_010).failureCode == .notFound)
            #expect(ServerAPIFailure.ServerCode(rawValue: 4_030_004).failureCode == .rejected)
            #expect(ServerAPIFailure.ServerCode(rawValue: 4_090_000).failureCode == .rejected)
            #expect(ServerAPIFailure.ServerCode(rawValue: 4_290_000).failureCode == .rateLimited)
            #expect(ServerAPIFailure.ServerCode(rawValue: 4_000_017).failureCode == .tokenExpired)
        }

        @Test(
            "A code that is newer than this version is classed by its first three digits",
            arguments: [
                (4_009_999, ServerAPIFailure.Code.rejected), (4_049_999, .notFound), (4_019_999, .unauthorized),
                (4_299_999, .rateLimited), (5_039_999, .retryable), (4_189_999, .rejected),
            ])
        func unknown(code: Int, kind: ServerAPIFailure.Code) async throws {
            #expect(ServerAPIFailure.ServerCode(rawValue: code).name == nil)
            let bench = try ClientBench(ScriptedTransport { _, _ in .code(code) }, retries: .once)
            let failure = await failure { try await bench.client.getTransactionInfo("1") }
            #expect(failure?.code == kind)
            #expect(failure?.serverCode?.rawValue == code)
        }

        @Test("A code of no form leaves the class to the status")
        func formless() async throws {
            let answers: [(ScriptedAnswer, ServerAPIFailure.Code)] = [
                (ScriptedAnswer(404, #"{"errorCode":7}"#), .notFound), (ScriptedAnswer(400, "<html>"), .rejected),
                (ScriptedAnswer(503, "<html>"), .retryable), (ScriptedAnswer(418, ""), .rejected),
                (ScriptedAnswer(302, ""), .unreadable),
                (ScriptedAnswer(404, #"{"errorCode":99999999999999999999}"#), .notFound),
            ]
            for (answer, kind) in answers {
                let bench = try ClientBench(ScriptedTransport { _, _ in answer }, retries: .once)
                #expect(await failure { try await bench.client.getTransactionInfo("1") }?.code == kind)
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
