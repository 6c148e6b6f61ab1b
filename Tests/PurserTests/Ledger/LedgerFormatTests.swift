import Foundation
import Purser
import PurserTesting
import Testing

@Suite("The ledger's format", .timeLimit(.minutes(30)))
struct LedgerFormatTests {
    @Test("Every record comes back as it was written")
    func roundTrip() throws {
        var records: [LedgerRecord] = []
        for number in 1...60 { records += LedgerSamples.purchase(number) }
        records += [.consumer("analytics", 7), .consumer("analytics", nil)]
        records += [.acquisition(productID: "brush", Acquisition(time: Timestamp(milliseconds: 7), subscription: "1"))]
        records += [.lastReport(Timestamp(milliseconds: 8)), .lastReport(Timestamp(milliseconds: -8))]
        records +=
            [.section(.user(LedgerSamples.userID)), .section(.shared), .section(.everybody)] + LedgerSamples.aboutUsers
            + LedgerSamples.promoted
        var state = LedgerState(archivingLimit: 2)
        for record in records { state.apply(record) }
        state.write { records.append($0) }
        for record in records { #expect(try LedgerRecord(bytes: record.bytes) == record) }
    }

    @Test("An offer that an earlier version wrote is read as an option; what a later one adds is passed over")
    func otherVersions() throws {
        func intent(_ more: (inout FieldWriter) -> Void) throws -> Set<PurchaseOption>? {
            var bytes = [UInt8](repeating: 0, count: 256)
            let end = bytes.withUnsafeMutableBytes { room in
                var writer = FieldWriter(room, at: 0)
                writer.varint(RecordKind.intent)
                writer.field(1, 7 as UInt64)
                writer.field(2, 1 as UInt64)
                writer.field(4, "gold")
                more(&writer)
                return writer.end
            }
            guard case .intent(let read) = try LedgerRecord(bytes: Array(bytes.prefix(end))) else { return nil }
            return read.request.options
        }
        func offer(_ writer: inout FieldWriter, type: Int64) {
            writer.message(8) {
                $0.field(1, "summer")
                $0.field(2, signed: type)
            }
        }
        #expect(try intent { offer(&$0, type: 2) } == [.promotionalOffer("summer")])
        #expect(try intent { offer(&$0, type: 4) } == [.winBackOffer("summer")])
        #expect(try intent { offer(&$0, type: 3) } == [PurchaseOption(.offer(id: "summer", type: .code))])
        let later = try intent { writer in
            offer(&writer, type: 2)
            writer.message(10) { $0.field(1, 99 as UInt64) }
            writer.field(77, "more")
        }
        #expect(later == [.promotionalOffer("summer")])
    }

    @Test("The checksum is CRC-32C")
    func knownValues() {
        #expect(Checksum.of(Array("123456789".utf8)) == 0xE306_9283)
        #expect(Checksum.of([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    }

    @Test("Damaged records are refused or read as something, without a crash or a hang", arguments: 0..<2)
    func mutations(half: Int) throws {
        var generator = SeededGenerator(seed: UInt64(half))
        var state = LedgerState(archivingLimit: 0)
        var seeds: [[UInt8]] = []
        func add(_ record: LedgerRecord) {
            let bytes = record.bytes
            if bytes.count < 90 { seeds.append(bytes) }
        }
        for number in 1...6 {
            for record in LedgerSamples.purchase(number) {
                state.apply(record)
                add(record)
            }
        }
        add(.section(.user(LedgerSamples.userID)))
        (LedgerSamples.aboutUsers + LedgerSamples.promoted).forEach(add)
        state.write(add)
        var rejected = 0
        let count = plain(100_000, long: 500_000)
        for _ in 0..<count {
            var bytes = seeds[Int(truncatingIfNeeded: generator.next() >> 1) % seeds.count]
            let chance = generator.next()
            let place = Int(truncatingIfNeeded: chance >> 32) % bytes.count
            switch chance & 3 {
            case 0: bytes[place] ^= 1 << UInt8(truncatingIfNeeded: (chance >> 8) & 7)
            case 1: bytes[place] = UInt8(truncatingIfNeeded: chance >> 8)
            case 2: bytes.removeLast(bytes.count - place)
            default: bytes.insert(UInt8(truncatingIfNeeded: chance >> 8), at: place)
            }
            do { _ = try LedgerRecord(bytes: bytes) } catch { rejected += 1 }
        }
        #expect(rejected > count / 10 && rejected < count)
    }
}
