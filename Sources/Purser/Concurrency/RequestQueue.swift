/// Shared requests that wait for their turn: those of the highest priority first, and among equals the oldest.
struct RequestQueue: Sendable {
    /// One queue for each priority that was used, the highest first.
    private var lines: [(priority: Int, requests: Fifo<UInt64>)] = []

    mutating func append(_ request: UInt64, _ priority: Int) {
        guard let place = lines.firstIndex(where: { $0.priority <= priority }) else {
            lines.append((priority, Fifo()))
            return lines[lines.count - 1].requests.append(request)
        }
        if lines[place].priority != priority { lines.insert((priority, Fifo()), at: place) }
        lines[place].requests.append(request)
    }

    mutating func popFirst() -> UInt64? {
        for place in lines.indices {
            if let request = lines[place].requests.popFirst() { return request }
        }
        return nil
    }
}
