#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserTesting
    import Testing

    @testable import PurserServerAPI

    @Suite("Pages")
    struct PageTests {
        /// A server with this many pages of one transaction each; a revision is the number of the next page.
        private static func server(_ count: Int, sandbox: Bool = false) -> ScriptedTransport {
            ScriptedTransport { request, _ in
                if sandbox, !request.isSandbox { return .code(4_040_010) }
                let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
                let revision = parts?.queryItems?.first { $0.name == "revision" }?.value
                let page = revision.flatMap { Int($0) } ?? 0
                guard page < count else {
                    return ScriptedAnswer(200, #"{"revision":"\#(page)","hasMore":false,"signedTransactions":[]}"#)
                }
                return ScriptedAnswer(
                    200,
                    #"{"revision":"\#(page + 1)","hasMore":\#(page + 1 < count),"signedTransactions":["t\#(page)"]}"#)
            }
        }

        private func read<Page>(_ pages: ServerAPIPages<Page>) async throws -> [ServerAPIAnswer<Page>] {
            var all: [ServerAPIAnswer<Page>] = []
            for try await page in pages { all.append(page) }
            return all
        }

        @Test("All pages are read in order, each with its revision, from which a reader goes on tomorrow")
        func all() async throws {
            let bench = try ClientBench(Self.server(7))
            let pages = try await read(bench.client.transactionHistory(of: "1"))
            #expect(pages.flatMap(\.signedTransactions) == (0..<7).map { "t\($0)" })
            #expect(pages.map(\.revision) == (1...7).map { "\($0)" })
            let later = try ClientBench(Self.server(9))
            let rest = try await read(
                later.client.refundHistory(of: "1", after: try #require(pages.last?.revision ?? nil)))
            #expect(rest.flatMap(\.signedTransactions) == ["t7", "t8"])
        }

        @Test("A reader with nothing new gets one page without transactions")
        func nothingNew() async throws {
            let bench = try ClientBench(Self.server(3))
            let pages = try await read(bench.client.transactionHistory(of: "1", after: "3"))
            #expect(pages.count == 1 && pages[0].signedTransactions.isEmpty && pages[0].revision == "3")
        }

        @Test("Further pages are read where the first was found")
        func sandbox() async throws {
            let bench = try ClientBench(Self.server(3, sandbox: true), .productionThenSandbox)
            let pages = try await read(bench.client.transactionHistory(of: "1"))
            #expect(pages.map(\.environment) == [.sandbox, .sandbox, .sandbox])
            #expect(bench.transport.requests.map(\.isSandbox) == [false, true, true, true])
        }

        @Test("Every further page is asked for with the same filters")
        func filters() async throws {
            let bench = try ClientBench(Self.server(3))
            var request = TransactionHistoryRequest()
            request.productIDs = ["gold"]
            _ = try await read(bench.client.transactionHistory(of: "1", request: request))
            #expect(bench.transport.requests.allSatisfy { $0.url.query?.contains("productId=gold") == true })
        }

        @Test(
            "Pages in circles of any length, and one that promises more without saying where, end in an error, never in a loop"
        )
        func circles() async throws {
            for length in 1...20 {
                let bench = try ClientBench(
                    ScriptedTransport { _, number in
                        ScriptedAnswer(
                            200, #"{"revision":"r\#(number % length)","hasMore":true,"signedTransactions":[]}"#)
                    })
                let failure = await failure { try await self.read(bench.client.transactionHistory(of: "1")) }
                #expect(failure?.code == .unreadable && failure?.call == .getTransactionHistory)
                #expect(bench.transport.requests.count <= 4 * length + 2, "\(length)")
            }
            for text in [
                #"{"hasMore":true}"#, #"{"hasMore":true,"revision":""}"#, #"{"hasMore":true,"revision":null}"#,
            ] {
                let bench = try ClientBench(ScriptedTransport { _, _ in ScriptedAnswer(200, text) })
                var iterator = bench.client.transactionHistory(of: "1").makeAsyncIterator()
                #expect(try await iterator.next() != nil, "The page itself is handed out.")
                await #expect(throws: ServerAPIFailure.self) { try await iterator.next() }
                #expect(try await iterator.next() == nil)
            }
        }

        @Test("An expired token says from which date on the notifications are to be read again")
        func expired() async throws {
            let start = Date(timeIntervalSince1970: 1_700_000_000)
            let request = NotificationHistoryRequest(from: start, to: start.addingTimeInterval(60))
            let bench = try ClientBench(
                ScriptedTransport(
                    ScriptedAnswer(200, #"{"paginationToken":"p","hasMore":true,"notificationHistory":[]}"#),
                    .code(4_000_017)))
            let failure = await failure { try await self.read(bench.client.notificationHistory(request)) }
            #expect(failure?.code == .tokenExpired && failure?.restartDate == start)
            #expect(failure?.serverCode == .paginationTokenExpired)
        }

        @Test("A page that fails for good ends the sequence")
        func failing() async throws {
            let bench = try ClientBench(ScriptedTransport(.code(4_000_006)))
            var iterator = bench.client.transactionHistory(of: "1").makeAsyncIterator()
            await #expect(throws: ServerAPIFailure.self) { try await iterator.next() }
            #expect(try await iterator.next() == nil)
        }
    }
#endif
