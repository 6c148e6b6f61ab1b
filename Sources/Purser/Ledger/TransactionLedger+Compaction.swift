extension TransactionLedger {
    /// Whether there are files that grow.
    package nonisolated var needsTidying: Bool { storage.history != nil }

    /// Replaces old records by a snapshot of the state that they give, whenever there are enough of them; part of the
    /// store's task tree.
    ///
    /// Purchases do not wait for it: it reads files that nobody writes any more, on a thread of its own.
    package nonisolated func tidyUp() async {
        guard let history = storage.history else { return }
        let worker = BlockingWorker(label: "purser.ledger.tidying")
        var seen: UInt64 = 0
        var pause = Self.firstTidyingPause
        while true {
            let floor = await floor()
            seen = history.sealings.count
            do {
                try await worker.run { [storage, log] in try storage.compact { min(floor, log.oldestNeeded) } }
                pause = Self.firstTidyingPause
            } catch  where !error.isDamage {
                // Nothing is lost, but the old records need space on a disk that may be full: try again after a pause.
                do { try await clock.sleep(until: clock.now() + pause) } catch { return }
                pause = min(pause * 2, .seconds(600))
                continue
            } catch {
                // A damaged file does not heal by itself; the next one to open the ledger reports it.
            }
            do { try await history.sealings.wait(after: seen) } catch { return }
        }
    }

    private static let firstTidyingPause = Duration.seconds(5)

    /// Everything from this number on has to stay readable.
    private func floor() -> UInt64 {
        let newest = state.nextSequence
        let wanted = UInt64(clamping: keptUpdates)
        let kept = newest > wanted ? newest - wanted : 1
        // A reader may have acknowledged a number that no update has yet.
        return min(kept, min(state.consumers.values.min() ?? newest, newest) + 1)
    }

    /// Ends ``tidyUp()``.
    package nonisolated func stopTidyingUp() { storage.history?.stop() }
}
