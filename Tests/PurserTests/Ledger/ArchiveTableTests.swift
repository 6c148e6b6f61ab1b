import PurserTesting
import Testing

@testable import Purser

@Suite("The table of archived transactions")
struct ArchiveTableTests {
    private struct Entry {
        let id: Fingerprint
        let content: [UInt8]

        init(_ number: UInt64, shard: UInt64 = 7, _ content: UInt64 = 1) {
            id = Fingerprint(high: shard << 56 | number, low: SplitMix64.mix(number))
            self.content = Array("\(number) \(content)".utf8)
        }

        var bytes: [UInt8] { [UInt8](writing: id.write) + content }
    }

    private func table(_ entries: [Entry]) -> ArchiveTable {
        var table = ArchiveTable()
        for entry in entries { entry.bytes.withUnsafeBytes { table.insert($0) } }
        return table
    }

    /// Inserts entries, also by way of a snapshot, and compares with a dictionary.
    private func check(_ entries: [Entry], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let first = table(entries)
        var restored = ArchiveTable()
        first.portions { portion in
            for index in 0..<portion.count { portion.read(index) { restored.insert($0) } }
        }
        let latest = Dictionary(entries.map { ($0.id, $0.content) }) { $1 }
        for table in [first, restored] {
            #expect(table.count == latest.count, sourceLocation: sourceLocation)
            for (id, content) in latest {
                #expect(table.read(id) { Array($0) } == content, sourceLocation: sourceLocation)
            }
            #expect(table.read(Entry(9_999_999).id) { Array($0) } == nil, sourceLocation: sourceLocation)
        }
    }

    @Test("D1: entries are found, also after a snapshot", arguments: [0, 1, 12, 13, 5_000])
    func found(count: UInt64) throws {
        let entries = (0..<count).map { Entry($0) }
        try check(entries)
        try check(entries + (0..<count).map { Entry($0 + 3, 2) })
        try check(entries + (0..<count).map { Entry($0, shard: 8) })
    }

    @Test("D1: of several entries of one transaction the last one counts; the others take little memory")
    func replaced() throws {
        try check([Entry(1), Entry(2), Entry(1, 5), Entry(3, shard: 9)])
        let entries = (0..<1_000).flatMap { round in (0..<20).map { Entry($0, UInt64(round)) } }
        try check(entries)
        var table = ArchiveTable()
        for entry in entries {
            entry.bytes.withUnsafeBytes { table.insert($0) }
            #expect(table.size <= 48 * 24)
        }
    }
}
