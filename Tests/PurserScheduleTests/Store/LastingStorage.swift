import Purser
import PurserTesting

/// A ledger's place that outlives the store: each launch opens it anew, and each may die.
protocol LastingStorage: Sendable {
    /// The storage for the next launch.
    func launch() -> any LedgerStorage
    /// Everything that is stored, from the very beginning.
    var records: [LedgerRecord] { get }
    /// How many writes failed.
    var failures: Int { get }
    /// Whether the machine has died, so that nothing counts any more that this launch does.
    var isDead: Bool { get }
    /// What was found wrong with the storage itself.
    var violations: [String] { get }
    /// The launch is over: what was merely handed on may be lost.
    func crash()
    /// Nothing goes wrong any more.
    func calm()
    /// What the records come to.
    func stored() -> LedgerState
    /// What would be found if the power failed now.
    func durable() -> LedgerState
}

extension KeptStorage: LastingStorage {
    func launch() -> any LedgerStorage { self }
    var failures: Int { counts.failures }
    func calm() { decide { _ in .stored } }
    func crash() { crash(losing: { $0 }) }
    var isDead: Bool { false }
    var violations: [String] { [] }
    func durable() -> LedgerState { stored() }
}
