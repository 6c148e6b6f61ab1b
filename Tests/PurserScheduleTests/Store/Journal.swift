import Purser

/// Everything that a run saw, for the checks at its end.
final class Journal: Sendable {
    /// One purchase call.
    struct Call: Sendable {
        var request: PaymentRequest
        /// Whether it has ended.
        ///
        /// How it ended is not kept: a purchase holds its store, and that store's backend holds this journal.
        var hasEnded = false
    }

    /// One subscriber's view.
    struct Reading: Sendable {
        var after: UInt64
        var sequences: [UInt64] = []
        /// The last number of the store when it closed; `nil` when the subscriber left early.
        var mustReach: UInt64?
    }

    /// A hand-over by the app's handler, or its taking back, that succeeded.
    struct Grant: Sendable, Hashable {
        var transactionID: String
        var sequence: UInt64
    }

    /// What was told under a number.
    struct Told: Sendable, Hashable {
        var sequence: UInt64
        var transactionID: String
        var kind: StoreUpdate.Kind
    }

    private struct State: Sendable {
        var reported: Set<Told> = []
        /// After which number the named reader began, and what it has seen since.
        var namedReader: (start: UInt64, seen: Set<UInt64>)?
        var calls: [Call] = []
        var readings: [Reading] = []
        var grants: [Grant: Int] = [:]
        var revokes: [Grant: Int] = [:]
        var finishRequests: Set<String> = []
        var finishedByPurser: Set<String> = []
        var violations: [String] = []
        var snapshots: [Set<StoreTransaction>] = []
        var shop = ShopBook()
    }

    private let state = Lock(State())

    var calls: [Call] { state.withLock { $0.calls } }
    var readings: [Reading] { state.withLock { $0.readings } }
    var grants: [Grant: Int] { state.withLock { $0.grants } }
    var revokes: [Grant: Int] { state.withLock { $0.revokes } }
    var finishRequests: Set<String> { state.withLock { $0.finishRequests } }
    var violations: [String] { state.withLock { $0.violations } }

    func violated(_ what: String) { state.withLock { $0.violations.append(what) } }

    func called(_ request: PaymentRequest) -> Int {
        state.withLock { state in
            state.calls.append(Call(request: request))
            return state.calls.count - 1
        }
    }

    /// Reads or changes what the shop has.
    @discardableResult
    func shop<Result>(_ body: (inout ShopBook) -> Result) -> Result { state.withLock { body(&$0.shop) } }

    func returned(_ call: Int) { state.withLock { $0.calls[call].hasEnded = true } }

    /// What anybody was told while the machine ran.
    var reported: Set<Told> { state.withLock { $0.reported } }

    func reported(_ update: StoreUpdate) {
        let reported = Told(sequence: update.sequence, transactionID: update.transaction.id, kind: update.kind)
        state.withLock { _ = $0.reported.insert(reported) }
    }

    var namedReader: (start: UInt64, seen: Set<UInt64>)? { state.withLock { $0.namedReader } }

    func namedReaderBegan(after sequence: UInt64) {
        state.withLock { $0.namedReader = $0.namedReader ?? (sequence, []) }
    }

    func namedReaderSaw(_ sequence: UInt64) { state.withLock { _ = $0.namedReader?.seen.insert(sequence) } }

    func read(_ reading: Reading) { state.withLock { $0.readings.append(reading) } }

    func granted(_ update: StoreUpdate) {
        let grant = Grant(transactionID: update.transaction.id, sequence: update.sequence)
        state.withLock { $0.grants[grant, default: 0] += 1 }
    }

    func revoked(_ update: StoreUpdate) {
        let revoke = Grant(transactionID: update.transaction.id, sequence: update.sequence)
        state.withLock { $0.revokes[revoke, default: 0] += 1 }
    }

    /// What the account owned at each restore that the store asked for.
    var snapshots: [Set<StoreTransaction>] { state.withLock { $0.snapshots } }

    func restores(_ owned: Set<StoreTransaction>) { state.withLock { $0.snapshots.append(owned) } }

    func wantsFinished(_ id: String) { state.withLock { _ = $0.finishRequests.insert(id) } }

    /// What was finished while it was not the app's to finish.
    var finishedByPurser: Set<String> { state.withLock { $0.finishedByPurser } }

    func finishedByPurser(_ id: String) { state.withLock { _ = $0.finishedByPurser.insert(id) } }
}
