/// What the design aims at, beside what was measured; a line for each aim that the rows say something about.
struct AimsTable {
    private let rows: [Row]

    init(_ rows: [Row]) { self.rows = rows }

    /// The table as Markdown; empty where the rows speak of no aim.
    var lines: [String] {
        let aims = [
            rate, file, waiting("singly", "one by one"), waiting("batches", "64 in a batch"), memory, oneCaller,
            reading, line, fanOut, opening, restore, serverCalls, serverPages,
        ].compactMap { $0 }
        guard !aims.isEmpty else { return [] }
        return ["| what | aim | measured |", "|---|---|---|"]
            + aims.map { "| \($0.what) | \($0.aim) | \($0.measured) |" }
    }

    private struct Aim {
        var what: String
        var aim: String
        var measured: String
        init(_ what: String, _ aim: String, _ measured: String) {
            (self.what, self.aim, self.measured) = (what, aim, measured)
        }
    }

    private func row(_ scenario: String, _ series: String, _ value: Double) -> Row? {
        rows.first { $0.scenario == scenario && $0.series == series && $0.value == value }
    }

    private func text(_ figure: Figure?) -> String {
        figure.map { Text.figure($0.median, unit: $0.kind.unit) } ?? "–"
    }

    private func ratio(_ one: Figure?, _ other: Figure?) -> String {
        guard let one, let other, other.median != 0 else { return "–" }
        return Text.number(one.median / other.median)
    }

    private func difference(_ one: Figure?, _ other: Figure?) -> String {
        guard let one, let other else { return "–" }
        return Text.figure(one.median - other.median, unit: one.kind.unit)
    }

    private var rate: Aim? {
        guard let row = row("purchases", "memory ledger", 1_024) else { return nil }
        return Aim(
            "purchases by 1,024 callers, ledger in memory", "at least 0.7 of a bare purchase's rate",
            "\(text(row[.ofBare])) (\(text(row[.rate])); the floor's is \(text(row[.floorRate])))")
    }

    private func waiting(_ pace: String, _ words: String) -> Aim? {
        var parts: [String] = []
        for order in AnswerOrder.allCases {
            let series = "\(order.rawValue) \(pace)"
            guard let few = row("waiting", series, 100), let many = row("waiting", series, 100_000) else { continue }
            let floor = ratio(many[.floorCPU], few[.floorCPU])
            parts.append("\(order.rawValue) \(ratio(many[.cpu], few[.cpu])) (floor \(floor))")
        }
        guard !parts.isEmpty else { return nil }
        return Aim(
            "CPU of a purchase with 100,000 waiting against 100, answers \(words)", "at most 1.3 ×",
            parts.joined(separator: ", "))
    }

    private var file: Aim? {
        guard let memory = row("purchases", "memory ledger", 1_024),
            let synced = row("purchases-file", LedgerKind.file.name, 1_024)
        else { return nil }
        return Aim(
            "the same, every purchase synced to disk", "at least 0.5 of the rate in memory",
            "\(ratio(synced[.rate], memory[.rate])) (\(text(synced[.rate])))")
    }

    private var memory: Aim? {
        guard let row = row("waiting", "fifo batches", 100_000) else { return nil }
        return Aim(
            "memory of a waiting purchase beyond the caller's own task", "at most 0.4 KiB",
            "\(difference(row[.bytes], row[.floorBytes])) (the parked task itself has \(text(row[.floorBytes])))")
    }

    private var oneCaller: Aim? {
        guard let row = rows.first(where: { $0.series == "one caller" }) else { return nil }
        return Aim(
            "one caller, one purchase at a time, synced", "at most 2.5 × one append and sync of the disk",
            "\(text(row[.timesFloor])) × (\(text(row[.time])), floor \(text(row[.floorTime])))")
    }

    private var reading: Aim? {
        guard let row = rows.first(where: { $0.scenario == "entitlements" && $0.value == 8 }) else { return nil }
        return Aim("a read of the entitlements, 8 readers while purchases run", "at most 100 ns", text(row[.cpu]))
    }

    private var line: Aim? {
        func figure(_ series: String) -> Figure? { row("owning", series, 1_000)?[.cpu] }
        guard let evaluated = figure("a line from its transactions") else { return nil }
        return Aim(
            "a subscription of 1,000 transactions worked out from them; one more renewal", "at most 100 µs; 1 µs",
            "\(text(evaluated)), in random order \(text(figure("the same, in random order"))); "
                + text(figure("one more renewal")))
    }

    private var fanOut: Aim? {
        let fans = rows.filter { $0.scenario == "fanout" }
        guard let one = fans.first(where: { $0.value == 1 }), let many = fans.first(where: { $0.value == 1_000 })
        else { return nil }
        return Aim(
            "CPU of a purchase beyond the floor of its delivery, 1,000 subscribers", "no more than with 1",
            "\(text(many[.beyondFloor])), with 1 \(text(one[.beyondFloor])) "
                + "(in all \(text(many[.timesFloorCPU])) × the floor, \(text(many[.floorCPU])))")
    }

    private var opening: Aim? {
        let opened = rows.filter { $0.scenario == "ledger" && $0.series.hasPrefix("open") }
        guard let count = opened.map(\.value).max() else { return nil }
        let parts = opened.filter { $0.value == count }.map { row in
            let peak = row[.peak].map { ", peak \(text($0))" } ?? ""
            let name = row.series.hasSuffix("compacted") ? "compacted" : "as written"
            let cpu = Text.figure((row[.cpu]?.median ?? 0) * count, unit: "ns")
            return "\(name) \(text(row[.time])) (CPU \(cpu))\(peak)"
        }
        return Aim(
            "opening a ledger of \(Text.number(count)) transactions", "at most 2 s for a million",
            parts.joined(separator: "; "))
    }

    private var restore: Aim? {
        guard let new = row("restores", "new", 100_000), let known = row("restores", "known", 100_000) else {
            return nil
        }
        return Aim(
            "restore of 100,000 transactions, in memory", "at least 1,000,000/s",
            "new \(text(new[.rate])), known \(text(known[.rate]))")
    }

    private var serverCalls: Aim? {
        let calls = rows.filter { $0.series == "one transaction" }
        guard !calls.isEmpty else { return nil }
        let parts = calls.map {
            "\(Text.number($0.value)) callers \(text($0[.ofBare])) (\(text($0[.rate])), bare \(text($0[.floorRate])))"
        }
        return Aim(
            "calls of Apple's server beside a bare transport with the same bytes", "at least 0.7 of its rate",
            parts.joined(separator: "; "))
    }

    private var serverPages: Aim? {
        guard let row = rows.first(where: { $0.series == "verifying a page" }) else { return nil }
        return Aim(
            "CPU of verifying a page of 20 beside 20 single verifications", "at most 1.1 ×", text(row[.timesFloorCPU]))
    }
}
