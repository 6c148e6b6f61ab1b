import Purser
import PurserTesting
import Testing

@Suite("The updates in a ledger's files")
struct LedgerHistoryTests {
    @Test("S1: a reader goes on when the log that it stopped in was replaced by a snapshot")
    func droppedPlace() throws {
        let storage = FileLedgerStorage(CrashingFiles(), options: .init(logSize: 300, fill: 0))
        try storage.load { _ in }
        let history = try #require(storage.history(of: .shared))
        try storage.append([LedgerSamples.update(1)], isUrgent: true)
        // Logs without any update in them.
        for number in 1...40 { try storage.append([.consumer("reader", UInt64(number))], isUrgent: true) }
        for number in 2...8 { try storage.append([LedgerSamples.update(number)], isUrgent: true) }
        let (first, place) = try history.updates(after: 0, from: nil)
        #expect(first.map(\.sequence) == [1])
        try storage.compact { _, _ in 2 }
        #expect(history.oldestKept == 2)
        let (next, _) = try history.updates(after: 1, from: place)
        #expect(next.first?.sequence == 2)
    }
}
