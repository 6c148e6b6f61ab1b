extension LedgerInspector {
    /// How often a ledger is read at most while its readings differ: its app writes and compacts it all the time.
    private static let mostReadings = 16

    /// Reads again, as long as each reading finds other damage than the one before.
    ///
    /// While an app has its ledger open, files are sealed and compacted between two steps, which looks like damage.
    func settled<Value>(
        _ read: () throws -> (value: Value, damage: Finding?)
    ) throws -> (value: Value, damage: Finding?) {
        var earlier: String?
        for _ in 1..<Self.mostReadings {
            do {
                let reading = try read()
                guard let damage = reading.damage, damage.description != earlier else { return reading }
                earlier = damage.description
            } catch {
                let problem = String(describing: error)
                guard problem != earlier else { throw error }
                earlier = problem
            }
        }
        return try read()
    }
}
