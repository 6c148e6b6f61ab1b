/// What one call of the program does.
struct Command {
    var arguments: [String]
    var scenarios = Scenario.all
    /// Where lines of output and of errors go.
    var output: @Sendable (String) -> Void = { Console.print($0) }
    var errors: @Sendable (String) -> Void = { Console.error($0) }

    /// Does it, and says of what went wrong what is to be done.
    ///
    /// - Returns: the exit status: 0, 1 for a run that did not come out right, 64 for wrong words.
    func status() async -> Int32 {
        do {
            try await run()
            return 0
        } catch let error as UsageError {
            errors("purser-bench: \(error.message)")
            return 64
        } catch {
            Progress().clear()
            errors("purser-bench: \(error)")
            return 1
        }
    }

    private func run() async throws {
        let options = try OptionReader.read(arguments)
        if options.help { return output(Usage.text) }
        try options.checkAlone()
        if options.list {
            for scenario in scenarios {
                output(
                    ([scenario.name, scenario.summary] + [scenario.optionWords.joined(separator: " ")]).joined(
                        separator: "\t"))
            }
            return
        }
        if let (old, new) = options.compared {
            for line in Comparison.lines(try .read(old), try .read(new)) { output(line) }
            return
        }
        if let rival = options.rival { return try compare(with: rival, rounds: options.rounds ?? Self.rounds) }
        try await measure(options)
    }

    /// How often two builds are measured in turn, unless said otherwise.
    static let rounds = 6

    private func compare(with rival: String, rounds: Int) throws {
        let outcome = try Contest(other: Contender(path: rival), rounds: rounds).run()
        Progress().clear()
        for line in outcome.lines { output(line) }
        guard outcome.isRight else { throw WrongRun("this build is slower than \(rival)") }
    }

    private func measure(_ options: BenchOptions) async throws {
        let chosen = try chosen(options.scenario)
        try options.check(options.scenario == nil ? nil : chosen[0])
        let folder = options.reportFolder.map(ReportFolder.init)
        try folder?.prepare()
        let bench = Bench(options: options, progress: Progress())
        var rows: [Row] = []
        for scenario in chosen {
            let some: [Row]
            do { some = try await scenario.run(bench) } catch { throw WrongRun("\(scenario.name): \(error)") }
            rows += some
            bench.progress.clear()
            if !options.json { for line in ConsoleTable.lines(some) { output(line) } }
        }
        let report = BenchReport(command: (["purser-bench"] + arguments).joined(separator: " "), rows: rows)
        try folder?.write(report)
        if options.json { return output(try report.json()) }
        if options.scenario == Scenario.aims.name { for line in AimsTable(rows).lines { output(line) } }
    }

    private func chosen(_ name: String?) throws -> [Scenario] {
        guard let name else { return Scenario.wholeSet }
        guard let scenario = scenarios.first(where: { $0.name == name }) else {
            throw UsageError("there is no scenario \(name); see --list")
        }
        return [scenario]
    }
}
