/// Shared requests that wait for their turn: those of the highest priority first, and among equals the oldest.
struct FlightQueue: Sendable {
    /// One queue for each priority that was used, the highest first.
    private var lines: [(priority: Int, flights: Fifo<UInt64>)] = []

    /// Adds a shared request after all others of its priority.
    mutating func append(_ flight: UInt64, _ priority: Int) {
        guard let place = lines.firstIndex(where: { $0.priority <= priority }) else {
            lines.append((priority, Fifo()))
            return lines[lines.count - 1].flights.append(flight)
        }
        if lines[place].priority != priority { lines.insert((priority, Fifo()), at: place) }
        lines[place].flights.append(flight)
    }

    /// Removes the next shared request; `nil` when none waits.
    mutating func popFirst() -> UInt64? {
        for place in lines.indices {
            if let flight = lines[place].flights.popFirst() { return flight }
        }
        return nil
    }
}
