import Foundation
import Purser
import PurserSimulator
import PurserTesting

/// What one seed decides about a run with users, before anything happens.
struct OwnershipScenario: Sendable {
    let seed: UInt64
    /// Whether answers name their payments, as on StoreKit 2; otherwise all is as on StoreKit 1.
    var namesPayments: Bool
    var policy: AccountMovePolicy
    /// The policy that the store is given, if it is another one: a mistake that has to be noticed.
    var appliedPolicy: AccountMovePolicy?
    /// Whether every transaction is reported as the present user's: a mistake that has to be noticed.
    var ignoresAccounts = false
    /// Whether the ledger is in files, in which the machine dies at any request.
    var usesFiles = false
    /// Whether the app forgets to do what its handler `revoke` is called for.
    var forgetsToRevoke = false
    var userCount: Int
    /// The chance that a report which answers no call names no payment.
    var unnamedPayments: Double
    /// The chance that a report names no account.
    var unnamedAccounts: Double
    var hasChaos: Bool
    /// Whether unfinished transactions are reported seconds after the activation.
    var isLate: Bool
    /// Whether purchases are also reported without their payment, before or after the answer that names it.
    var reportsBeside: Bool
    /// Whether the machine dies between two writes, or in one.
    var dies: Bool
    var storageFailures: Double
    var launches: Int
    var actions: Int
    var hasRefunds: Bool
    var hasMoves: Bool
    var hasSubscriptions: Bool
    /// Whether things are bought outside the app and on other devices.
    var hasOthers: Bool
    /// Whether payments are charged that were reported as cancelled or failed.
    var chargesAfterFailure: Bool
    var hasGrant: Bool
    var hasRevoke: Bool
    /// Whether the app sets what it credits for a transaction; otherwise granting only raises it, and revoking lowers it.
    var setsCredit: Bool
    var grantFailures: Double
    var permanentFailures: Double
    /// How many environments give out the same identifiers.
    var environments: Int
    /// Whether an account is reset between two launches.
    var resets: Bool
    /// Whether everything happens one after the other.
    var isSequential: Bool
    /// The defects of Apple's stores that occur, each with its chance.
    var defects: [StoreDefect: Double] = [:]
    /// Whether restores and interruptions are as in StoreKit 1.
    var followsStoreKit1 = false
    /// The chance that a refund is reported under another identifier than its purchase.
    var renamedRefunds: Double
    /// Whether the app finishes what it asks of one product, and is granted nothing of it.
    var hasManual: Bool
    /// Whether users leave, and the app has them forgotten.
    var hasLeavers: Bool

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed, purpose: "ownership scenario")
        self.seed = seed
        namesPayments = generator.happens(0.6)
        policy = generator.pick(AccountMovePolicy.allCases)
        userCount = 2 + generator.index(below: 2)
        unnamedPayments = generator.pick([0, 0, 0.5, 1])
        unnamedAccounts = generator.pick([0, 0, 0.3, 1])
        hasChaos = generator.happens(0.5)
        isLate = generator.happens(0.4)
        reportsBeside = generator.happens(0.3) && namesPayments
        dies = generator.happens(0.4)
        storageFailures = generator.happens(0.15) ? 0.05 : 0
        launches = 1 + generator.index(below: 3)
        actions = 4 + generator.index(below: 14)
        hasRefunds = generator.happens(0.6)
        hasMoves = generator.happens(0.5)
        hasSubscriptions = generator.happens(0.4)
        hasOthers = generator.happens(0.4)
        chargesAfterFailure = generator.happens(0.3)
        hasGrant = generator.happens(0.93)
        hasRevoke = generator.happens(0.93)
        setsCredit = generator.happens(0.5)
        grantFailures = generator.pick([0, 0, 0.3])
        permanentFailures = generator.pick([0, 0, 0.1])
        environments = generator.happens(0.1) ? 2 : 1
        resets = environments == 1 && generator.happens(0.08)
        isSequential = generator.happens(0.5)
        hasManual = generator.happens(0.2)
        renamedRefunds = generator.pick([0, 0, 0.5])
        hasLeavers = generator.happens(0.3)
    }

    /// Whether nothing lets a grant that has returned be repeated.
    var isExact: Bool { !dies && storageFailures == 0 }

    /// What goes wrong between store and App Store in one launch.
    func faults(launch: Int) -> FaultPlan {
        var plan: FaultPlan = hasChaos ? .chaos(seed: seed &* 31 &+ UInt64(launch)) : FaultPlan(seed: seed)
        plan.failuresAfterCharge = chargesAfterFailure ? 0.15 : 0
        plan.defects = defects
        plan.unnamedPayments = unnamedPayments
        plan.unnamedAccounts = unnamedAccounts
        plan.renamedRefunds = renamedRefunds
        plan.reportsBesideAnswers = reportsBeside ? 0.5 : 0
        plan.lateUnfinished = isLate ? FaultDelay(0.8, .milliseconds(200) ... .seconds(20)) : .none
        return plan
    }

    static let products: [StoreProduct] =
        ["coins", "gems", "keys", "seeds", "wood"].map { .simulated($0, price: 1) }
        + ["lamp", "tools", "radio", "tent"].map { .simulated($0, .nonConsumable, price: 1) }
        + ["gold", "silver"].enumerated().map { .simulated($1, .autoRenewable, price: 1, level: $0 + 1) }

    /// Whether the app finishes the purchases of a product.
    func isManual(_ productID: String) -> Bool { hasManual && productID == "wood" }

    /// Whether each purchase finds the payment that asked for it: it names an account, which the server does not change and
    /// nobody has forgotten; its identifier has not stood for another one; and where payments are not named, no refund
    /// overtakes the answer, and no purchase of another environment an equal one that was interrupted.
    func keepsPayments(wasRefunded: Bool) -> Bool {
        unnamedAccounts == 0 && !hasMoves && !hasLeavers && !resets
            && (namesPayments || environments == 1 && !wasRefunded)
    }

    /// Whether no context is given by a guess that a name corrects later: where answers name payments all reports do, and
    /// what is bought elsewhere is not taken for an absent user's payment.
    var contextsAreSure: Bool {
        !namesPayments || unnamedPayments == 0 && !reportsBeside && !(hasOthers && unnamedAccounts > 0)
    }

    /// What an action buys.
    func product(_ generator: inout SeededGenerator) -> String {
        if hasSubscriptions, generator.happens(0.25) { return generator.pick(["gold", "silver"]) }
        return generator.pick(["coins", "coins", "gems", "keys", "seeds", "wood", "lamp", "tools", "radio", "tent"])
    }
}
