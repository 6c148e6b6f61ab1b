#if Server
    import Foundation
    import Logging
    import Purser
    import PurserServer
    import PurserSigning
    import PurserSimulator
    import PurserTesting
    import PurserVerification
    import TestDatabase
    import Testing

    @Suite(
        "Catching up", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct CatchingUpTests {
        /// Apple's server, as far as a book asks it.
        private struct History: StoreHistory {
            var pages: [[String]] = []
            var fault: (any Error)?

            func notifications(from start: Date, to end: Date, _ body: @Sendable ([String]) async throws -> Void)
                async throws
            {
                for page in pages { try await body(page) }
                if let fault { throw fault }
            }

            func transactions(of transactionID: String, _ body: @Sendable ([String]) async throws -> Void) async throws
            {
                for page in pages { try await body(page) }
            }
        }

        private func signed(_ authority: SigningAuthority, _ ids: String...) throws -> [String] {
            try ids.map { id in
                var fields = StoreTransaction.coins(id, of: user(1)).fields
                fields.appBundleID = "com.example.garden"
                return try authority.sign(StoreTransaction(fields))
            }
        }

        private func book(_ authority: SigningAuthority) async throws -> PurchaseBook {
            let verifier = try SignedDataVerifier(
                authority.accepted(bundleID: "com.example.garden", environments: [.sandbox]))
            return try await PurchaseBook.sample(try await TestCluster.database()) { $0.verifier = verifier }
        }

        @Test("K5: a customer's history is recorded once, in pages")
        func customer() async throws {
            let authority = try SigningAuthority()
            let book = try await book(authority)
            let history = History(pages: [try signed(authority, "1", "2"), try signed(authority, "2", "3")])
            #expect(try await book.catchUp(customerOf: "1", from: history) == 4)
            #expect(try await book.reported(user(1)) == ["1 purchased 1", "2 purchased 2", "3 purchased 3"])
            book.close()
        }

        @Test(
            "Each reason why the book cannot catch up again and again is logged; of an app's own error the type alone")
        func logged() async throws {
            for (fault, text) in [
                (BookFailure(.rejected, "no key"), "no key"), (Shell.Failed(description: "\(user(1))"), "Failed"),
            ] as [(any Error, String)] {
                let lines = Lock<[String]>([])
                let book = try await PurchaseBook.sample(try await TestCluster.database()) {
                    $0.logger = Logger(label: "test") { _ in KeptLog(lines: lines) }
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await book.catchUp(from: History(fault: fault), every: .seconds(3_600)) }
                    while !lines.withLock({ $0.contains { $0.contains("could not catch up") && $0.contains(text) } }) {
                        try await Task.sleep(for: .milliseconds(5))
                    }
                    group.cancelAll()
                }
                #expect(lines.withLock { $0.allSatisfy { !$0.contains("\(user(1))") } })
                book.close()
            }
        }

        @Test("K5: the mark of notifications moves only behind what is recorded")
        func mark() async throws {
            let authority = try SigningAuthority()
            let book = try await book(authority)
            await #expect(throws: Shell.Failed.self) {
                try await book.catchUp(from: History(fault: Shell.Failed(description: "no network")))
            }
            #expect(try await book.caughtUpDate() == nil)
            #expect(try await book.catchUp(from: History(pages: [[""]])) == 1)
            let date = try #require(try await book.caughtUpDate())
            await #expect(throws: Shell.Failed.self) {
                try await book.catchUp(from: History(fault: Shell.Failed(description: "no network")))
            }
            #expect(try await book.caughtUpDate() == date)
            book.close()
        }
    }
#endif
