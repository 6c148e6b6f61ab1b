#if Server
    package import Foundation
    import Logging
    package import Purser
    import PurserVerification

    package import PurserServer

    /// A moment so many seconds after the tests' beginning of time.
    package func at(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: 1_735_689_600_000 + seconds * 1_000) }

    /// How long the tests wait for the database: with all other tests beside it a thread may come late by minutes.
    package let patience = Duration.seconds(1_200)

    /// One of the tests' users.
    package func user(_ number: Int) -> UUID {
        UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(number / 256), UInt8(number % 256)))
    }

    extension StoreTransaction {
        /// A consumable.
        package static func coins(_ id: String, of user: UUID? = nil, signed: Int64 = 0) -> StoreTransaction {
            var fields = Fields(id: id, productID: "coins", productType: .consumable, purchaseTime: at(0))
            fields.signedTime = at(signed)
            fields.appAccountToken = user
            fields.environment = .sandbox
            return StoreTransaction(fields)
        }

        /// A period of a subscription.
        package static func period(
            _ id: String, of originalID: String, formerly: String? = nil, product: String = "club",
            until seconds: Int64, signed: Int64, of user: UUID? = nil
        ) -> StoreTransaction {
            var fields = Fields(
                id: id, productID: product, productType: .autoRenewable, purchaseTime: at(seconds - 100))
            fields.originalID = originalID
            fields.previousOriginalTransactionID = formerly
            fields.subscriptionGroupID = "group of \(product)"
            fields.expirationTime = at(seconds)
            fields.signedTime = at(signed)
            fields.appAccountToken = user
            fields.environment = .sandbox
            return StoreTransaction(fields)
        }

        /// The same, revoked and signed so many seconds after the beginning.
        package func revoked(at seconds: Int64) -> StoreTransaction {
            var fields = fields
            (fields.revocationTime, fields.signedTime) = (at(seconds), at(seconds))
            return StoreTransaction(fields)
        }

        /// The same, signed so many seconds after the beginning.
        package func signed(_ seconds: Int64) -> StoreTransaction {
            var fields = fields
            fields.signedTime = at(seconds)
            return StoreTransaction(fields)
        }

        /// The same, naming another user.
        package func named(_ user: UUID?, signed seconds: Int64) -> StoreTransaction {
            var fields = fields
            (fields.appAccountToken, fields.signedTime) = (user, at(seconds))
            return StoreTransaction(fields)
        }
    }

    /// A renewal info of a subscription.
    package func renewal(
        of originalID: String, product: String = "club", renews: Bool = true, signed: Int64
    ) -> StoreRenewalInfo {
        var info = StoreRenewalInfo(originalTransactionID: originalID, currentProductID: product, willAutoRenew: renews)
        info.signedTime = at(signed)
        return info
    }

    /// The system's clock at the tests' beginning of time, or so many seconds ahead of it as `PURSER_CLOCK_AHEAD` says: what is revoked
    /// by a move has a date before the samples end.
    private struct EarlyClock: StoreClock {
        private let clock = SystemClock()
        func now() -> Duration { clock.now() }
        func currentDate() -> Date { Self.start }
        private static let start = at(
            ProcessInfo.processInfo.environment["PURSER_CLOCK_AHEAD"].flatMap { Int64($0) } ?? 0
        ).date
        func sleep(until deadline: Duration) async throws { try await clock.sleep(until: deadline) }
    }

    extension BookAnswer {
        /// It is on record from now on, for a user, with updates of the user's alone.
        package static func recorded(of user: UUID?, _ numbers: UInt64...) -> BookAnswer {
            .recorded(user: user, updates: numbers.map { Update(user: user, number: $0) })
        }
    }

    extension PurchaseBook {
        /// A book in a database of the tests', whose calls have ``patience``.
        ///
        /// It says nothing of the failures that tests cause in hundreds, unless `PURSER_BOOK_LOG` is set.
        package static func sample(
            _ database: DatabaseAddress, connections: Int = 2, _ change: (inout Configuration) -> Void = { _ in }
        ) async throws -> PurchaseBook {
            var configuration = Configuration(
                database: database, bundleID: "com.example.garden", environment: .sandbox,
                verifier: try SignedDataVerifier(
                    SignedDataVerifier.Configuration(bundleID: "com.example.garden", environments: [.sandbox])))
            configuration.connections = connections
            configuration.hintDatabase = try TestPooler.passing(database)
            configuration.clock = EarlyClock()
            configuration.callLimit = patience
            if ProcessInfo.processInfo.environment["PURSER_BOOK_LOG"] == nil {
                configuration.logger = Logger(label: "purser.book") { _ in SwiftLogNoOpLogHandler() }
            }
            change(&configuration)
            return try await open(configuration)
        }

        /// Reports transactions, and renewal infos, together.
        @discardableResult
        package func report(_ transactions: StoreTransaction..., renewals: [StoreRenewalInfo] = []) async throws
            -> BookAnswer
        {
            try await record(LineDelivery(transactions: transactions, renewals: renewals))
        }

        /// Makes a consumer that begins now.
        package func addConsumer(_ name: String) async throws { try await list(of: name).make(fromBeginning: false) }

        /// The numbers and kinds of a user's updates.
        package func reported(_ user: UUID) async throws -> [String] {
            try await updates(of: user, limit: 10_000).map { "\($0.sequence) \($0.kind) \($0.transaction.id)" }
        }
    }
#endif
