#if Server
    import Foundation
    import Logging
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite("Warnings and outages")
    struct BookWatchTests {
        private static func subject(_ code: BookFailure.Code?, _ consumer: String? = nil) -> DampedWarnings.Subject {
            DampedWarnings.Subject(message: "It failed.", code: code, consumer: consumer)
        }

        @Test("The same warning is logged once within an interval, then with how many were left out")
        func damped() {
            var warnings = DampedWarnings(interval: .seconds(60))
            let (one, other) = (Self.subject(.timedOut), Self.subject(.timedOut, "mailer"))
            #expect(warnings.note(one, at: .seconds(0)) == 0)
            for second in 1...59 { #expect(warnings.note(one, at: .seconds(second)) == nil) }
            #expect(warnings.note(other, at: .seconds(59)) == 0)
            #expect(warnings.note(Self.subject(.cutOff), at: .seconds(59)) == 0)
            #expect(warnings.note(one, at: .seconds(60)) == 59)
            #expect(warnings.note(one, at: .seconds(61)) == nil)
            #expect(warnings.takeLeftOut(at: .seconds(119)).isEmpty)
            #expect(warnings.takeLeftOut(at: .seconds(120)).map(\.count) == [1])
            #expect(warnings.note(one, at: .seconds(121)) == 0)
            #expect(warnings.note(one, at: .seconds(122)) == nil)
            #expect(warnings.takeLeftOut(at: nil).map(\.subject) == [one])
            #expect(warnings.takeLeftOut(at: nil).isEmpty)
        }

        @Test("Without an interval each warning is logged")
        func undamped() {
            var warnings = DampedWarnings(interval: .zero)
            for _ in 0..<3 { #expect(warnings.note(Self.subject(nil), at: .zero) == 0) }
        }

        @Test("An outage begins with the first call without an answer, and ends with the first one that has one")
        func outage() {
            var state = OutageState()
            let begin = ContinuousClock.now
            func note(_ code: BookFailure.Code?, _ seconds: Int) -> OutageState.Change? {
                state.note(code.map { BookFailure($0, "It failed.") }, at: begin + .seconds(seconds))
            }
            #expect(note(nil, 0) == nil && note(.busy, 1) == nil && note(.closed, 1) == nil)
            #expect(state.length(at: begin + .seconds(2)) == .zero)
            #expect(note(.timedOut, 3) == .begins)
            #expect(note(.unreachable, 4) == nil && note(.unstorable, 5) == nil)
            #expect(state.length(at: begin + .seconds(9)) == .seconds(6))
            // An error is an answer as well.
            #expect(note(.readOnly, 10) == .ends(after: .seconds(7)))
            #expect(note(nil, 11) == nil && state.length(at: begin + .seconds(12)) == .zero)
        }

        @Test(
            "While the database is away thousands of failures are a few lines, and its return is one",
            .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"), .timeLimit(.minutes(30)))
        func away() async throws {
            let (lines, clock) = (Lock<[String]>([]), VirtualClock())
            let server = try TestServer()
            defer { server.stop() }
            let database = try server.address("postgres")
            _ = try await BookMigration.migrate(database)
            let book = try await PurchaseBook.sample(database) {
                $0.logger = Logger(label: "test") { _ in KeptLog(lines: lines) }
                $0.clock = clock
            }
            try server.halt()
            for number in 0..<500 {
                await #expect(throws: BookFailure.self) { try await book.report(.coins("\(number)", of: user(1))) }
            }
            try server.restart()
            try await book.report(.coins("0", of: user(1)))
            book.close()
            func count(_ words: String) -> Int { lines.withLock { $0.filter { $0.contains(words) }.count } }
            // One for each way in which a call may fail, and as many that count the rest.
            #expect((2...12).contains(count("Something was not recorded.")))
            #expect(count("leftOut") > 0 && count("The database does not answer.") > 0)
            #expect(count("The database answers again.") == 1)
        }

        @Test("A book that cannot be opened logs nothing: the call throws, and is made again and again")
        func unopened() async throws {
            let lines = Lock<[String]>([])
            let database = try DatabaseAddress("host=127.0.0.1 port=1 dbname=x user=x")
            await #expect(throws: BookFailure.self) {
                _ = try await PurchaseBook.sample(database) {
                    $0.logger = Logger(label: "test") { _ in KeptLog(lines: lines) }
                }
            }
            #expect(lines.withLock(\.isEmpty))
        }

        @Test(
            "The subject of each statement of the book is a name of its schema",
            arguments: [
                ("select * from purser.lease($1)", "lease"), ("select value from purser.mark where realm = $1", "mark"),
                ("listen purser_1", "other"),
            ])
        func subjects(text: String, subject: String) { #expect(SQLStatement(text).subject == subject) }
    }
#endif
