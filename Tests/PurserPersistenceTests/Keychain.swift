import Foundation
import Purser
import PurserPersistence

/// A keychain in memory of which calls fail, and in which somebody else may write at any moment.
final class Keychain: KeychainItems {
    private struct State: Sendable {
        var items: [String: Data] = [:]
        var calls = 0
        /// The calls that fail, counted from 1.
        var failing: Range<Int>
        /// Written by somebody else right before the next item is added.
        var intruder: (account: String, data: Data)?
    }

    let id = "values-\(UUID().uuidString)"
    private let state: Lock<State>

    init(failing: Range<Int> = 0..<0) { state = Lock(State(failing: failing)) }

    var calls: Int { state.withLock(\.calls) }
    func setLocked(_ isLocked: Bool) { state.withLock { $0.failing = 0..<(isLocked ? .max : 0) } }
    func intrude(_ account: String, _ data: Data) { state.withLock { $0.intruder = (account, data) } }

    private func run<Value>(_ operation: String, _ body: (inout State) -> Value) throws(StorageFailure) -> Value {
        let value = state.withLock { state in
            state.calls += 1
            return state.failing.contains(state.calls) ? nil : body(&state)
        }
        guard let value else { throw StorageFailure(status: -25308, operation: operation) }
        return value
    }

    func accounts() throws(StorageFailure) -> [String] { try run("list") { Array($0.items.keys) } }
    func data(of account: String) throws(StorageFailure) -> Data? {
        try run("read \(account)") { [$0.items[account]] }[0]
    }
    func delete(account: String) throws(StorageFailure) { try run("delete \(account)") { $0.items[account] = nil } }

    func add(_ data: Data, account: String) throws(StorageFailure) -> Bool {
        try run("add \(account)") { state in
            if let intruder = state.intruder.take() { state.items[intruder.account] = intruder.data }
            if state.items[account] != nil { return false }
            state.items[account] = data
            return true
        }
    }

    func update(_ data: Data, account: String) throws(StorageFailure) -> Bool {
        try run("change \(account)") { state in
            guard state.items[account] != nil else { return false }
            state.items[account] = data
            return true
        }
    }
}

// The same as a storage of the app's own, in which each change is one call.
extension Keychain: LedgerValueStorage {
    func names() throws -> [String] { try accounts() }
    func value(named name: String) throws -> Data? { try data(of: name) }
    func set(_ value: Data, named name: String) throws { try run("set \(name)") { $0.items[name] = value } }
    func removeValue(named name: String) throws { try delete(account: name) }
}
