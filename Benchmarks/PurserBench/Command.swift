/// What one call of the program does.
struct Command {
    var arguments: [String]

    /// Does it.
    ///
    /// - Throws: ``UsageError`` for wrong words, ``WrongRun`` for a run that did not come out right.
    func run() async throws {
        let options = try OptionReader.read(arguments)
        if options.help { return Console.print(Usage.text) }
        if options.list {
            for scenario in Scenario.all { Console.print("\(scenario.name)\t\(scenario.summary)") }
            return
        }
        if let (old, new) = options.compared {
            for line in Comparison.lines(try .read(old), try .read(new)) { Console.print(line) }
            return
        }
        try await measure(options)
    }

    private func measure(_ options: BenchOptions) async throws {
        let scenarios = try chosen(options.scenario)
        let folder = options.reportFolder.map(ReportFolder.init)
        try folder?.prepare()
        let bench = Bench(options: options, progress: Progress())
        var rows: [Row] = []
        for scenario in scenarios {
            let some: [Row]
            do { some = try await scenario.run(bench) } catch { throw WrongRun("\(scenario.name): \(error)") }
            rows += some
            bench.progress.clear()
            if !options.json { for line in ConsoleTable.lines(some) { Console.print(line) } }
        }
        let report = BenchReport(command: (["purser-bench"] + arguments).joined(separator: " "), rows: rows)
        try folder?.write(report)
        if options.json { Console.print(try report.json()) }
    }

    private func chosen(_ name: String?) throws -> [Scenario] {
        guard let name else { return Scenario.all }
        guard let scenario = Scenario.all.first(where: { $0.name == name }) else {
            throw UsageError("there is no scenario \(name); see --list")
        }
        return [scenario]
    }
}
