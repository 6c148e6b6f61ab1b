/// The help page.
enum Usage {
    static var text: String {
        let width = (Scenario.all.map(\.name.count).max() ?? 0) + 2
        let scenarios = Scenario.all.map { "  \(Text.padded($0.name, to: width))\($0.summary)" }
        return """
            purser-bench [SCENARIO] [OPTION…]: measures Purser under load. Build it for release:
              swift run -c release purser-bench
            purser-bench against PROGRAM [--rounds N]: measures this build and another one in turn (6 rounds),
            on one processor and on all, and says how many times as dear each row has become. Status 1
            when one costs more than 1.1 times what it cost.

            Without a scenario the whole set runs, in a few minutes, and takes --repeats only. Every run
            checks what came out; one that is wrong prints no figure and ends with status 1. An option
            that a scenario cannot honour is rejected with status 64; --list says what each takes.

            Scenarios
            \(scenarios.joined(separator: "\n"))

            Options
              --purchases N        how many purchases (or transactions, products, openings) are made
              --callers N          how many tasks buy at the same time
              --waiting N          how many payments wait
              --subscribers N      how many read the updates
              --ledger memory|file|buffered   where the ledger is kept; buffered is a file without syncs
              --user               a user is signed in, whose records are kept apart
              --order fifo|lifo|random   the order in which waiting payments are answered
              --fault-rate P       the chance that a call of the backend fails, 0 to 0.9
              --seconds S          how long open-loop (2) and mixed (5) take; the others make a set number
                                   (--purchases), so that they count the same each time, and refuse this
              --rate N             arrivals in a second, for the open loop
              --repeats N          how often each point is measured (3; restores of a million once)
              --json               prints the report as JSON
              --report DIR         writes report.md, report.json and plots into a folder
              --compare OLD NEW    says what changed between two report.json files beyond the noise; stands alone
              --list               lists the scenarios and what each takes; stands alone
              --help               prints this
            """
    }
}
