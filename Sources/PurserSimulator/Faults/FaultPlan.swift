/// The faults between a store and the embedded App Store, drawn from a seed.
public struct FaultPlan: Sendable {
    /// The seed of all faults.
    public var seed: UInt64
    /// The delay of a batch on its way to the inbox; without a delay, it arrives before the call returns.
    public var answerDelay: FaultDelay
    /// The chance that a batch without a delay still arrives after the call has returned.
    public var answersAfterCall: Double
    /// The delay between the end of a call's work and its return.
    public var returnDelay: FaultDelay
    /// The chance that the transactions of a batch are reported twice.
    ///
    /// The repetition comes later, without transactions that are finished by then.
    public var duplicates: Double
    /// The chance that a batch may overtake earlier ones, or be overtaken; a restore's end never overtakes its
    /// transactions, and no approved purchase overtakes the report that its payment is pending.
    public var reordering: Double
    /// The chance that a batch is cut in two; each part may be cut again.
    public var splits: Double
    /// The chance that a payment is reported as failed although it was charged.
    public var failuresAfterCharge: Double
    /// The failure rates of calls; in ``BackendCall/finish`` each transaction fails separately.
    public var failures: [BackendCall: FaultRate]
    /// The maximum number of consecutive failures of one kind of call, so that a retry eventually succeeds.
    public var failuresInARow: Int
    /// The defects of Apple's stores that occur, each with its chance; see ``StoreDefect``.
    public var defects: [StoreDefect: Double]
    /// The chance that a report does not contain its payment, unless it answers a call.
    ///
    /// StoreKit 2 names a payment only in the result of its call; approvals, repetitions and unfinished transactions
    /// have none.
    public var unnamedPayments: Double
    /// The chance that a report does not contain its account token, although the transaction has one.
    ///
    /// StoreKit 1 loses the user's name at the next launch of the app, and Apple's servers may omit it for any reason.
    public var unnamedAccounts: Double
    /// The chance that a purchase is also reported separately, without its payment, before or after the answer to the
    /// payment.
    public var reportsBesideAnswers: Double
    /// The delay between ``EmbeddedAppStore/activate()`` and the reports of unfinished transactions, as in StoreKit 1:
    /// possibly while a payment sheet is open.
    public var lateUnfinished: FaultDelay
    /// The chance that the refund of a finished purchase is reported under another identifier: the purchase's own,
    /// followed by `-2`.
    ///
    /// Apple's server may do this after a restore in StoreKit 1; the original identifier and the purchase date stay.
    /// The refund may be finished under either identifier.
    public var renamedRefunds: Double
    /// The outages of the network, by the clock's monotonic reading: calls fail, and nothing is reported.
    public var outages: [ClosedRange<Duration>]

    /// Makes a plan; without arguments there are no faults.
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

    /// No faults.
    public static let none = FaultPlan()

    /// All kinds of faults, now and then.
    ///
    /// Delays of up to a minute, repetitions, split and overtaking batches, failing calls with and without a retry
    /// hint, and charged payments that are reported as failed. There are no outages; add some.
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

    /// Whether the plan has no faults.
    var isCalm: Bool {
        answerDelay.chance <= 0 && answersAfterCall <= 0 && returnDelay.chance <= 0 && duplicates <= 0
            && splits <= 0 && failuresAfterCharge <= 0 && failures.isEmpty && outages.isEmpty
            && defects.isEmpty && unnamedPayments <= 0 && unnamedAccounts <= 0 && reportsBesideAnswers <= 0
            && lateUnfinished.chance <= 0 && renamedRefunds <= 0
    }
}

/// The chance and the length of a delay.
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

/// The chance of failures of a call, and their retry hints.
public struct FaultRate: Sendable, Hashable {
    /// The chance of a failure, from 0 to 1.
    public var chance: Double
    /// The chance that a failure has a retry hint, and the length of its wait.
    public var hint: FaultDelay

    /// Makes a rate of failures, all retryable.
    public init(_ chance: Double, hint: FaultDelay = .none) {
        self.chance = chance
        self.hint = hint
    }
}
