import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// All rows of a run, and where they come from.
struct BenchReport: Sendable, Codable {
    /// The command that made it.
    var command: String
    /// The system, the number of processors, and the kind of build.
    var machine: String
    var rows: [Row]

    init(command: String, rows: [Row]) {
        self.command = command
        self.rows = rows
        machine = Self.machineDescription
    }

    static var machineDescription: String {
        #if DEBUG
            let build = "debug build: the figures mean little"
        #else
            let build = "release build"
        #endif
        let info = ProcessInfo.processInfo
        return "\(info.operatingSystemVersionString), \(info.activeProcessorCount) processors, \(build)"
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// Reads a report that `--report` or `--json` wrote.
    static func read(_ path: String) throws -> BenchReport {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw UsageError("\(path) cannot be read; give the JSON file of a report")
        }
        do {
            return try JSONDecoder().decode(BenchReport.self, from: data)
        } catch {
            throw UsageError("\(path) is no report of purser-bench: \(error)")
        }
    }
}
