#if Server
    import Foundation
    import Purser

    package import PurserServer

    /// A session of the database that a test leads step by step.
    package final class Session: Sendable {
        private let connection: Connection
        /// The process that serves it.
        package let process: Int64

        /// A session of a database, without the pooler before it.
        package init(_ database: DatabaseAddress) async throws {
            connection = try Connection(try TestPooler.passing(database), label: "test session")
            let answer = try await connection.run(
                SQLStatement("select pg_backend_pid()"), until: .now + patience)
            process = answer.rows.first?.integer(0) ?? 0
        }

        deinit { connection.close() }

        /// Runs a statement.
        @discardableResult
        package func run(_ text: String, _ values: [SQLValue] = []) async throws -> SQLResult {
            try await connection.run(SQLStatement(text, values), until: .now + patience)
        }

        /// Runs a statement.
        @discardableResult
        package func run(_ statement: SQLStatement) async throws -> SQLResult {
            try await connection.run(statement, until: .now + patience)
        }

        /// Returns once another session waits for a lock.
        package func waitUntilBlocked(_ other: Session) async throws {
            while true {
                let answer = try await run(
                    "select wait_event_type = 'Lock' from pg_stat_activity where pid = $1", [.integer(other.process)])
                if answer.rows.first?.text(0) == "t" { return }
                await Task.yield()
            }
        }

        /// The one number that a statement answers.
        package func number(_ text: String) async throws -> Int64? { try await run(text).rows.first?.integer(0) }
    }
#endif
