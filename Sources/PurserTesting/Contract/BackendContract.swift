import Purser

/// The contract of every backend, as checks that any test framework can run.
///
/// ```swift
/// for check in BackendContract.checks {
///     try await check.run { CornerShopUnderTest() }
/// }
/// ```
public enum BackendContract {
    /// One check.
    public struct Check: Sendable, CustomStringConvertible {
        /// The promise that the check tests.
        public let name: String
        private let body: @Sendable (ContractSession) async throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (ContractSession) async throws -> Void) {
            self.name = name
            self.body = body
        }

        /// Runs the check on a new backend.
        ///
        /// - Throws: ``ContractFailure``, or an error of the maker or of the backend.
        public func run(_ make: @Sendable () async throws -> any BackendUnderTest) async throws {
            let session = try ContractSession(try await make(), check: name)
            let result: Result<Void, any Error>
            do {
                try await session.open()
                result = .success(try await body(session))
            } catch {
                result = .failure(error)
            }
            await session.close()
            try result.get()
            try session.expectNothingOverdue()
        }

        /// The name.
        public var description: String { name }
    }

    /// All checks.
    public static let checks =
        PurchasingChecks.purchasing + FinishingChecks.finishing + FinishingChecks.restoring + FinishingChecks.describing
        + ReportingChecks.reporting + ReportingChecks.edges + OptionalCallChecks.optional

    /// Runs all checks, each on a new backend, and returns the violations.
    public static func violations(
        _ make: @Sendable () async throws -> any BackendUnderTest
    ) async throws -> [ContractFailure] {
        var found: [ContractFailure] = []
        for check in checks {
            do { try await check.run(make) } catch let violation as ContractFailure { found.append(violation) }
        }
        return found
    }
}
