import Foundation
import Purser
import PurserTesting
import Testing

@Suite("The mark in a ledger's lock")
struct LedgerMarkTests {
    private func store(_ numbers: ClosedRange<Int>, in files: CrashingFiles, closes: Bool = false) throws {
        let storage = FileLedgerStorage(files)
        try storage.load { _ in }
        for number in numbers { try storage.append([LedgerSamples.update(number)], isUrgent: true) }
        if closes { storage.close() }
    }

    @Test("L1: a kill at any request of a launch, and a loss of power in the next one, leave a ledger that opens")
    func killedBeforeItWasSafe() throws {
        let closed = CrashingFiles()
        try store(1...1, in: closed, closes: true)
        var request = 0
        var killed: CrashingFiles
        repeat {
            request += 1
            killed = closed.afterKill()
            killed.change { ($0.diesAt, $0.tornBytes) = (request, .max) }
            try? store(2...2, in: killed)
            let next = killed.afterKill()
            try store(3...4, in: next)
            next.die()
            try next.everyPowerLoss(combining: 8) { found in
                let last = try FileLedgerStorage(found).contents().suffix(2)
                #expect(last == [LedgerSamples.update(3), LedgerSamples.update(4)], "killed at request \(request)")
            }
        } while killed.isDead
        #expect(request > 4)
    }
}
