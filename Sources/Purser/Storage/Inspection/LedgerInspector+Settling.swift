extension LedgerInspector {
    /// How often a ledger is read that is never twice the same: its app writes and compacts it all the time.
    private static let mostReadings = 16

    /// Reads again, as long as each reading finds other damage than the one before.
    ///
    /// While a ledger's app has it open, files are sealed, compacted away and closed between two steps of a reading, which
    /// looks like damage. Damage is found at the same place again.
    ///
    /// - Parameter read: reads once; returns what was read, and the first damage in it.
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
