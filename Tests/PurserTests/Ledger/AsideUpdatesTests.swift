import Testing

@testable import Purser

@Suite("What named readers set aside, in the ledger")
struct AsideUpdatesTests {
    private static let steps: [LedgerRecord] = [
        .aside("app", .setAside(.numbered(2), reason: "no connection ✗")),
        .aside("app", .setAside(.numbered(1), reason: "")),
        .aside("app", .released(2)), .aside("other", .setAside(.numbered(1), reason: "why")),
        .aside("other", .settled(1)),
    ]

    @Test("Every step is read as it was written", arguments: steps)
    func coding(record: LedgerRecord) throws {
        #expect(try LedgerRecord(bytes: record.bytes) == record)
        #expect(record.isUrgent)
    }

    @Test("An earlier version may pass over them, and a snapshot gives them again")
    func snapshot() {
        #expect(RecordKind.maySkip(RecordKind.aside) && RecordKind.reserved[RecordKind.aside] == nil)
        var state = LedgerState()
        for record in Self.steps { state.apply(record) }
        #expect(state.aside["app"].map(\.update.sequence) == [1, 2])
        #expect(state.aside["app"].map(\.isReleased) == [false, true])
        #expect(state.aside["other"].isEmpty && state.aside.consumers == ["app"])
        var copy = LedgerState()
        state.write { copy.apply($0) }
        #expect(copy.aside == state.aside)
    }

    @Test("One that fails again after its release is set aside anew")
    func again() {
        var aside = AsideUpdates()
        aside.apply(.setAside(.numbered(1), reason: "first"), of: "app")
        aside.apply(.released(1), of: "app")
        aside.apply(.setAside(.numbered(1), reason: "second"), of: "app")
        #expect(aside.entry(1, of: "app") == .init(update: .numbered(1), reason: "second"))
        #expect(aside.entry(2, of: "app") == nil)
    }
}
