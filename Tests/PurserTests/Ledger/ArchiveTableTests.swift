import PurserTesting
import Testing

@testable import Purser

@Suite("The table of archived transactions")
struct ArchiveTableTests {
    private func entry(_ number: UInt64, shard: UInt64 = 7, sequence: UInt64 = 1) -> ArchivedTransaction {
        ArchivedTransaction(
            id: Fingerprint(high: shard << 56 | number, low: SplitMix64.mix(number)), sequence: sequence,
            signedTime: at(1), changes: ChangeDigest(), product: 0, quantity: 1, flags: [])
    }

    private func check(_ pieces: [[ArchivedTransaction]], sourceLocation: SourceLocation = #_sourceLocation) {
        var (atOnce, oneByOne) = (ArchiveTable(), ArchiveTable())
        for piece in pieces {
            atOnce.insert(piece)
            for entry in piece { oneByOne.insert(entry) }
        }
        #expect(atOnce.count == oneByOne.count, sourceLocation: sourceLocation)
        for entry in pieces.joined() {
            #expect(atOnce[entry.id] == oneByOne[entry.id], sourceLocation: sourceLocation)
        }
        #expect(atOnce[entry(9_999_999).id] == nil, sourceLocation: sourceLocation)
    }

    @Test(
        "D1: entries that come all at once are found as if they had come one by one", arguments: [0, 1, 12, 13, 5_000])
    func together(count: UInt64) {
        let entries = (0..<count).map { entry($0) }
        check([entries])
        check([entries, (0..<count).map { entry($0 + 3, sequence: 2) }])
        check([entries, (0..<count).map { entry($0, shard: 8) }])
    }

    @Test("D1: of two entries for one transaction the later counts, also in one piece of a snapshot")
    func twice() {
        let entries = [entry(1), entry(2), entry(1, sequence: 5), entry(3, shard: 9)]
        check([entries])
        check([Array(entries.prefix(3)), [entry(4)]])
    }
}
