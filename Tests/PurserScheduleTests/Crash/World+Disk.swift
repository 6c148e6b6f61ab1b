import Purser
import PurserTesting

// What a disk adds to a launch: it dies, it fails for a while, and a named reader goes on from where it was.
extension World {
    /// Lets time pass, and the machine die in it, or its disk fail for a while.
    func pass(until end: Duration, _ generator: inout SeededGenerator) async {
        guard let ledger = storage as? CrashingLedger else {
            try? await context.clock.sleep(until: end)
            return
        }
        let death = generator.happens(0.5) ? context.clock.now() + generator.duration(upTo: 60_000) : nil
        var trouble = scenario.hasDiskTrouble ? context.clock.now() + generator.duration(upTo: 20_000) : nil
        var isInTrouble = false
        while isAlive, context.clock.now() < end {
            try? await context.sleep(for: .seconds(2))
            if let death, context.clock.now() >= death { ledger.files.die() }
            guard let due = trouble, context.clock.now() >= due else { continue }
            ledger.setTrouble(isInTrouble ? nil : generator.index(below: 3))
            isInTrouble.toggle()
            trouble = isInTrouble ? due + generator.duration(upTo: 20_000) : nil
        }
    }

    /// A reader that has a name, and notes what it has seen in a place of its own.
    func readByName(_ store: PurchaseStore) async {
        guard let updates = try? await store.updates(for: "app"), isAlive else { return }
        journal.namedReaderBegan(after: updates.start)
        for await update in updates {
            guard isAlive else { return }
            journal.reported(update)
            journal.namedReaderSaw(update.sequence)
            // What cannot be written comes again.
            try? await updates.acknowledge(update)
        }
        if let failure = updates.failure, isAlive { journal.violated("S1: a named reader ended with \(failure)") }
    }

    /// Lets the named reader catch up, and compares what it saw with what there was.
    func readToTheEnd(_ store: PurchaseStore) async {
        guard scenario.hasDisk else { return }
        let reading = context.start { await readByName(store) }
        try? await context.sleep(for: .seconds(60))
        reading.cancel()
        try? await reading.value
        guard let (start, seen) = journal.namedReader, start < store.lastSequence else { return }
        let missed = Set(start + 1...store.lastSequence).subtracting(seen)
        if !missed.isEmpty { journal.violated("S1: a named reader never saw \(missed.sorted())") }
    }
}

extension CrashingLedger {
    /// Lets the disk fail in one of several ways, or work again.
    func setTrouble(_ kind: Int?) {
        files.change { [size = files.size] plan in
            plan.capacity = kind == 0 ? size + 100 : nil
            plan.isReadOnly = kind == 1
            plan.failsToSync = kind == 2
        }
    }
}
