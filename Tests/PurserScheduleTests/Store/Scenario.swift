import Foundation
import Purser
import PurserSimulator
import PurserTesting

/// What one seed decides about a run, before anything happens.
struct Scenario: Sendable {
    var seed: UInt64
    var echoesTokens: Bool
    var isPumped: Bool
    var answersInsideCalls: Bool
    var concurrentPayments: Int
    var hasChaos: Bool
    var storageFailures: Double
    /// Whether the program dies instead of closing the store in good order; what was not urgent is lost then.
    var crashes: Bool
    var launches: Int
    var hasGrantHandler: Bool
    var hasRevokeHandler: Bool
    var hasManualHandler: Bool
    /// Who finishes coins, by what the app has set up for them.
    var coinsFinishing: Finishing
    /// Whether the app sets what it credits for a transaction; otherwise granting only raises it, and revoking lowers it.
    var setsCredit: Bool
    var grantFailures: Double
    var permanentGrantFailures: Double
    var actionsPerLaunch: Int
    var subscribers: Int
    /// Whether no signature is valid, until everything is to settle.
    var hasBadSignatures: Bool
    /// Whether bought transactions change: refunds, reinstatements, upgrades.
    ///
    /// Not where batches pass through a proxy: news that it holds when the store closes are lost, as from no backend.
    var hasChanges: Bool { !isPumped }
    var mutations = Mutations()
    /// Whether the ledger is kept in files on a disk that may die at any request.
    var hasDisk = false
    /// Whether that disk fails now and then without dying: full, read-only, or unable to sync.
    var hasDiskTrouble = false
    /// How many updates are kept for readers that begin in the past.
    var keptUpdates = 10_000

    /// What a test breaks on purpose.
    struct Mutations: Sendable {
        var backend = WatchedBackend.Mutation()
        /// Records that are acknowledged but not stored.
        var forgets: @Sendable (LedgerRecord) -> Bool = { _ in false }
        var disk = CrashingLedger.Mutation()
        /// Believes every signature.
        var believesEverything = false
        /// Takes revoked transactions for forged ones, and so drops them.
        var refusesRevoked = false
        /// The app's handler forgets every second purchase that it is to take back.
        var dropsRevokes = false
        /// Subscribers drop every so many updates.
        var subscribersDropEvery: Int?
    }

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed, purpose: "scenario")
        self.seed = seed
        echoesTokens = generator.happens(0.65)
        isPumped = generator.happens(0.5)
        answersInsideCalls = generator.happens(0.6)
        concurrentPayments = echoesTokens ? generator.pick([1, 2, 8, 1_024]) : 1
        hasChaos = generator.happens(0.8)
        storageFailures = generator.happens(0.3) ? 0.1 : 0
        crashes = generator.happens(0.4)
        launches = 1 + generator.index(below: 3)
        hasGrantHandler = generator.happens(0.75)
        hasManualHandler = generator.happens(0.6)
        grantFailures = generator.pick([0, 0.2, 0.5])
        permanentGrantFailures = generator.pick([0, 0.1])
        actionsPerLaunch = 4 + generator.index(below: 16)
        hasBadSignatures = generator.happens(0.05)
        subscribers = 1 + generator.index(below: 3)
        hasRevokeHandler = generator.happens(0.75)
        coinsFinishing = generator.happens(0.2) ? .manual : .atomic
        setsCredit = generator.happens(0.5)
    }

    /// The same life on a disk that dies.
    init(dying seed: UInt64) {
        self.init(seed: seed)
        var generator = SeededGenerator(seed: seed, purpose: "disk")
        hasDisk = true
        isPumped = false
        crashes = true
        storageFailures = 0
        hasDiskTrouble = generator.happens(0.3)
        keptUpdates = generator.pick([5, 10_000])
        launches = 2 + generator.index(below: 3)
        actionsPerLaunch = 2 + generator.index(below: 7)
    }

    /// What goes wrong between store and App Store in one launch.
    func faults(launch: Int) -> FaultPlan { hasChaos ? .chaos(seed: seed &* 31 &+ UInt64(launch)) : .none }

    /// What is bought in this run.
    var productIDs: [String] {
        let ids = ["coins", "coins", "coins", "gems", "gems", "lamp", "tools", "pass"]
        return hasChanges ? ids + ["gold", "silver"] : ids
    }

    static let products: [StoreProduct] =
        ["coins", "gems"].map { .simulated($0, price: 1) } + [.simulated("pass", .nonRenewable, price: 1)]
        + ["lamp", "tools"].map { .simulated($0, .nonConsumable, price: 1) }
        + ["gold", "silver"].enumerated().map { .simulated($1, .autoRenewable, price: 1, level: $0 + 1) }
}
