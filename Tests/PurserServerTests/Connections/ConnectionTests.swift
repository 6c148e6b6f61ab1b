#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Connections", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct ConnectionTests {
        @Test("A statement with parameters has its rows, an error has its code, and the connection goes on")
        func statements() async throws {
            let session = try await Session(TestCluster.database(migrated: false))
            let row = try await session.run(
                "select $1::text, $2::bigint, $3::bytea[], null", [.text("ä'"), .integer(7), .blobs([[1, 2]])]
            ).rows.first
            #expect(row?.text(0) == "ä'" && row?.integer(1) == 7 && row?.isNull(3) == true)
            #expect(await failure { try await session.run("select * from nowhere") }?.code == .wrongSchema)
            #expect(await failure { try await session.run("select $1::text", [.text("a\0")]) }?.code == .unstorable)
            #expect(try await session.number("select 4") == 4)
        }

        @Test("A large answer and a large parameter pass")
        func large() async throws {
            let session = try await Session(TestCluster.database(migrated: false))
            let bytes = [UInt8](repeating: 7, count: 3_000_000)
            let answer = try await session.run("select ($1::bytea[])[1], repeat('x', 5000000)", [.blobs([bytes])])
            #expect(answer.rows.first?.bytes(0) == bytes)
            #expect(answer.rows.first?.text(1)?.utf8.count == 5_000_000)
        }

        @Test("C1: a server that takes connections and says nothing ends a call at its deadline")
        func stalled() async throws {
            let listener = try StalledListener()
            let address = try DatabaseAddress("host=127.0.0.1 port=\(listener.port) dbname=x user=x")
            let connection = try Connection(address, label: "stalled")
            defer { connection.close() }
            let failure = await failure {
                _ = try await connection.run(SQLStatement("select 1"), until: .now + .milliseconds(200))
            }
            #expect(failure?.code == .timedOut && failure?.isOutcomeKnown == true)
        }

        @Test("C1: of several servers one that says nothing is passed over, although libpq stays with it")
        func stalledFirst() async throws {
            let listener = try StalledListener()
            let name = try #require(
                await TestCluster.databaseText().split(separator: " ").first { $0.hasPrefix("dbname=") })
            let port = try TestCluster.shared.get().port
            let address = try DatabaseAddress(
                "host=127.0.0.1,127.0.0.1 port=\(listener.port),\(port) user=book \(name) sslmode=disable")
            let connection = try Connection(address, label: "second")
            defer { connection.close() }
            let answer = try await connection.run(SQLStatement("select 1"), until: .now + .seconds(10))
            #expect(answer.rows.count == 1)
        }

        @Test(
            "A parameter that libpq does not understand is a failure for a person: waiting does not help",
            arguments: ["sslmode=encrypted", "port=99999", "target_session_attrs=writable"])
        func parameters(text: String) async throws {
            let connection = try Connection(
                DatabaseAddress("host=127.0.0.1 dbname=x user=x \(text)"), label: "mistaken")
            defer { connection.close() }
            let failure = await failure {
                _ = try await connection.run(SQLStatement("select 1"), until: .now + .seconds(10))
            }
            #expect(
                failure?.code == .invalidAddress && failure?.retryClass == .permanent, "\(String(describing: failure))")
        }

        @Test("C1: nobody listens: the failure says that nothing was changed")
        func unreachable() async throws {
            let address = try DatabaseAddress("host=127.0.0.1 port=\(try Shell.freePort()) dbname=x user=x")
            let connection = try Connection(address, label: "unreachable")
            defer { connection.close() }
            let failure = await failure {
                _ = try await connection.run(SQLStatement("select 1"), until: .now + patience)
            }
            #expect(failure?.code == .unreachable && failure?.isOutcomeKnown == true)
        }

        @Test(
            "K3: an answer that does not come leaves the outcome unknown, and the next statement has a new connection")
        func unknownOutcome() async throws {
            let connection = try Connection(try await TestCluster.database(migrated: false), label: "slow")
            defer { connection.close() }
            _ = try await connection.run(SQLStatement("select 1"), until: .now + patience)
            let failure = await failure {
                _ = try await connection.run(SQLStatement("select pg_sleep(3600)"), until: .now + .milliseconds(300))
            }
            #expect(failure?.code == .timedOut && failure?.isOutcomeKnown == false)
            let answer = try await connection.run(SQLStatement("select 1"), until: .now + patience)
            #expect(answer.rows.count == 1)
        }

        @Test("K3: a connection that is cut leaves the outcome unknown, and is made anew")
        func cut() async throws {
            let database = try await TestCluster.database(migrated: false)
            let (one, other) = (try await Session(database), try await Session(database))
            async let cut = failure { try await one.run("select pg_sleep(3600)") }
            while try await other.number(
                "select count(*) from pg_stat_activity where pid = \(one.process) and wait_event = 'PgSleep'") == 0
            {}
            try await other.run("select pg_terminate_backend($1)", [.integer(one.process)])
            #expect(await cut?.code == .cutOff)
            #expect(try await one.number("select 1") == 1)
        }

        @Test("C3: closing ends a call that waits for its answer")
        func closing() async throws {
            let connection = try Connection(try await TestCluster.database(migrated: false), label: "closed")
            async let ended = failure {
                _ = try await connection.run(SQLStatement("select pg_sleep(3600)"), until: .now + patience)
            }
            connection.close()
            #expect(await ended?.code == .closed)
        }
    }
#endif
