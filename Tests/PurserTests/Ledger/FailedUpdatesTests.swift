import Testing

@testable import Purser

@Suite("Failed updates of named consumers, in the ledger")
struct FailedUpdatesTests {
    private static let steps: [LedgerRecord] = [
        .failedUpdate("app", .failed(.numbered(2), reason: "no connection ✗")),
        .failedUpdate("app", .failed(.numbered(1), reason: "")),
        .failedUpdate("app", .released(2)), .failedUpdate("other", .failed(.numbered(1), reason: "why")),
        .failedUpdate("other", .settled(1)),
    ]

    @Test("Every step is read as it was written", arguments: steps)
    func coding(record: LedgerRecord) throws {
        #expect(try LedgerRecord(bytes: record.bytes) == record)
        #expect(record.isUrgent)
    }

    @Test("An earlier version may pass over them, and a snapshot gives them again")
    func snapshot() {
        #expect(RecordKind.maySkip(RecordKind.failedUpdate) && RecordKind.reserved[RecordKind.failedUpdate] == nil)
        var state = LedgerState()
        for record in Self.steps { state.apply(record) }
        #expect(state.failedUpdates["app"].map(\.update.sequence) == [1, 2])
        #expect(state.failedUpdates["app"].map(\.isReleased) == [false, true])
        #expect(state.failedUpdates["other"].isEmpty && state.failedUpdates.consumers == ["app"])
        var copy = LedgerState()
        state.write { copy.apply($0) }
        #expect(copy.failedUpdates == state.failedUpdates)
    }

    @Test("One that fails again after its release is set aside anew")
    func again() {
        var failed = FailedUpdates()
        failed.apply(.failed(.numbered(1), reason: "first"), of: "app")
        failed.apply(.released(1), of: "app")
        failed.apply(.failed(.numbered(1), reason: "second"), of: "app")
        #expect(failed["app"] == [.init(consumer: "app", update: .numbered(1), reason: "second")])
    }
}
