#if Server
    public import Logging
    public import Metrics
    public import Purser
    public import PurserVerification

    extension PurchaseBook {
        /// What a book works with.
        public struct Configuration: Sendable {
            /// Where the database is.
            public var database: DatabaseAddress
            /// Where hints between processes are listened for: the database itself, where ``database`` is a pooler before it.
            ///
            /// `nil`: at ``database``. Nobody can listen through a pooler in transaction mode; then consumers wake at their next look.
            public var hintDatabase: DatabaseAddress?
            /// The app.
            public var bundleID: String
            /// The environment of the App Store.
            ///
            /// Each has a book of its own.
            public var environment: StoreEnvironment
            /// Checks what was signed.
            public var verifier: SignedDataVerifier
            /// What becomes of a purchase for which the App Store names another user later.
            ///
            /// Where it stays with the user who has it, the other user's name is not recorded, so that it alone is no update.
            public var movePolicy: AccountMovePolicy = .move
            /// What the app decides about subscriptions of which nothing was reported lately.
            public var entitlementPolicy: EntitlementPolicy = .none
            /// Whether the signed forms are recorded as well, for whom they are evidence: some 11,000 bytes more for each change of
            /// a transaction.
            ///
            /// They are checked in any case. By default they are not recorded.
            public var recordsSignedForms = false
            /// Whether a book for Xcode's environment, or for the embedded App Store, may be opened.
            ///
            /// Anybody can sign for these.
            public var allowsTestEnvironments = false
            /// How many connections are made at most, besides one that listens.
            public var connections = 4
            /// How long a call of the database may take.
            public var callLimit: Duration = .seconds(10)
            /// The clock by which things are recorded.
            public var clock: any StoreClock = SystemClock()
            /// Where the book says what a person should know.
            ///
            /// It names no user.
            public var logger = Logger(label: "purser.book")
            /// How long the same warning is not logged again; the next one says how many were left out.
            ///
            /// The same are those with one message, one code and one consumer. Zero logs each.
            public var warningInterval: Duration = .seconds(60)
            /// Where the book counts; by default what the process has set up.
            ///
            /// No name and no label holds a user.
            public var metrics: any MetricsFactory = MetricsSystem.factory

            /// A configuration with all defaults.
            public init(
                database: DatabaseAddress, bundleID: String, environment: StoreEnvironment = .production,
                verifier: SignedDataVerifier
            ) {
                (self.database, self.bundleID) = (database, bundleID)
                (self.environment, self.verifier) = (environment, verifier)
            }
        }
    }
#endif
