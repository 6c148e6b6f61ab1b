/// What goes wrong between a store and the embedded App Store, drawn from a seed.
///
/// The same plan, the same calls and the same clock give the same faults: a run can be repeated from its seed. Chances
/// go from 0 (never) to 1 (always).
public struct FaultPlan: Sendable {
    /// What all draws come from.
    public var seed: UInt64
    /// How long a batch is on its way to the inbox; without a delay it is there before the call returns.
    public var answerDelay: FaultDelay
    /// The chance that a batch without a delay still arrives after the call has returned.
    public var answersAfterCall: Double
    /// How long a call takes to return once its work is done.
    public var returnDelay: FaultDelay
    /// The chance that the transactions of a batch are reported twice.
    ///
    /// The repetition comes later, and leaves out what was finished by then.
    public var duplicates: Double
    /// The chance that a batch may overtake those before it, or be overtaken; a restore never outruns its own end.
    public var reordering: Double
    /// The chance that a batch is cut in two; each part may be cut again.
    public var splits: Double
    /// The chance that a payment is reported as failed although it was paid.
    ///
    /// Its transaction comes later, as `.other`.
    public var failuresAfterCharge: Double
    /// How often calls fail; in ``BackendCall/finish`` each transaction fails for itself.
    public var failures: [BackendCall: FaultRate]
    /// How many failures of one kind of call come in a row at most, so that trying again succeeds in the end.
    public var failuresInARow: Int
    /// The defects of Apple's stores that show, each with its chance; see ``StoreDefect``.
    public var defects: [StoreDefect: Double]
    /// The chance that a report does not name its payment, where it is no answer to a call.
    ///
    /// StoreKit 2 names a payment only in the result of its call, and approvals, repetitions and unfinished transactions come
    /// without.
    public var unnamedPayments: Double
    /// The chance that a report does not name its account token, although the transaction has one.
    ///
    /// StoreKit 1 loses the user's name when the app is launched again, and Apple's servers may leave it out for any reason.
    public var unnamedAccounts: Double
    /// The chance that a purchase is also reported by itself, without its payment, before or after the answer to the payment.
    public var reportsBesideAnswers: Double
    /// How long after ``EmbeddedAppStore/activate()`` unfinished transactions are reported, as StoreKit 1 does: possibly while
    /// a payment sheet is open.
    public var lateUnfinished: FaultDelay
    /// The chance that the refund of a purchase that the app has finished is reported under another identifier: the purchase's
    /// own, followed by `-2`.
    ///
    /// Apple's server may do that after a restore in StoreKit 1; the original identifier and the purchase date stay. The refund
    /// may be finished by either.
    public var renamedRefunds: Double
    /// When the network is away, by the clock's monotonic reading: calls fail, and nothing is reported.
    public var outages: [ClosedRange<Duration>]

    /// A plan; without arguments nothing goes wrong.
    public init(
        seed: UInt64 = 0, answerDelay: FaultDelay = .none, answersAfterCall: Double = 0,
        returnDelay: FaultDelay = .none, duplicates: Double = 0, reordering: Double = 0, splits: Double = 0,
        failuresAfterCharge: Double = 0, failures: [BackendCall: FaultRate] = [:], failuresInARow: Int = 3,
        outages: [ClosedRange<Duration>] = [], defects: [StoreDefect: Double] = [:], unnamedPayments: Double = 0,
        unnamedAccounts: Double = 0, reportsBesideAnswers: Double = 0, lateUnfinished: FaultDelay = .none,
        renamedRefunds: Double = 0
    ) {
        self.seed = seed
        self.answerDelay = answerDelay
        self.answersAfterCall = answersAfterCall
        self.returnDelay = returnDelay
        self.duplicates = duplicates
        self.reordering = reordering
        self.splits = splits
        self.failuresAfterCharge = failuresAfterCharge
        self.failures = failures
        self.failuresInARow = failuresInARow
        self.outages = outages
        self.defects = defects
        self.unnamedPayments = unnamedPayments
        self.unnamedAccounts = unnamedAccounts
        self.reportsBesideAnswers = reportsBesideAnswers
        self.lateUnfinished = lateUnfinished
        self.renamedRefunds = renamedRefunds
    }

    /// Nothing goes wrong.
    public static let none = FaultPlan()

    /// Everything goes wrong now and then.
    ///
    /// Delays up to a minute, repetitions, cut and overtaking batches, failing calls with and without a wait hint,
    /// payments reported as failed though they were paid. There are no outages; add some.
    public static func chaos(seed: UInt64) -> FaultPlan {
        let rate = FaultRate(0.2, hint: FaultDelay(0.3, .seconds(1) ... .seconds(30)))
        return FaultPlan(
            seed: seed, answerDelay: FaultDelay(0.5, .milliseconds(1) ... .seconds(60)), answersAfterCall: 0.5,
            returnDelay: FaultDelay(0.3, .milliseconds(1) ... .seconds(10)), duplicates: 0.2, reordering: 0.3,
            splits: 0.3, failuresAfterCharge: 0.05,
            failures: [
                .activate: rate, .products: rate, .submit: rate, .restore: rate, .finish: rate, .redeliver: rate,
                .refreshReceipt: rate,
            ])
    }

    /// Whether nothing can go wrong by this plan.
    var isCalm: Bool {
        answerDelay.chance <= 0 && answersAfterCall <= 0 && returnDelay.chance <= 0 && duplicates <= 0
            && splits <= 0 && failuresAfterCharge <= 0 && failures.isEmpty && outages.isEmpty
            && defects.isEmpty && unnamedPayments <= 0 && unnamedAccounts <= 0 && reportsBesideAnswers <= 0
            && lateUnfinished.chance <= 0 && renamedRefunds <= 0
    }
}

/// How often something is delayed, and by how much.
public struct FaultDelay: Sendable, Hashable {
    /// The chance of a delay, from 0 to 1.
    public var chance: Double
    /// The shortest and the longest delay; all between are equally likely.
    public var range: ClosedRange<Duration>

    /// A delay.
    public init(_ chance: Double, _ range: ClosedRange<Duration>) {
        self.chance = chance
        self.range = range
    }

    /// Never a delay.
    public static let none = FaultDelay(0, .zero ... .zero)
}

/// How often a call fails, and whether it says when to come again.
public struct FaultRate: Sendable, Hashable {
    /// The chance of a failure, from 0 to 1.
    public var chance: Double
    /// How often a failure carries a wait hint, and how long the wait is.
    public var hint: FaultDelay

    /// A rate of failures, all of which may be tried again.
    public init(_ chance: Double, hint: FaultDelay = .none) {
        self.chance = chance
        self.hint = hint
    }
}
