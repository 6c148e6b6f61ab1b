import Foundation
import PurserSimulator
import Testing

@testable import PurserTool

@Suite("The sample command", .timeLimit(.minutes(30)))
struct SampleCommandTests {
    @Test("What it writes is the bundled file, byte for byte, and sells")
    func wholeFile() async throws {
        let place = try Workplace()
        let run = try await Executable.run(["sample"], in: place)
        #expect(run.status == 0 && run.err.isEmpty)
        #expect(Array(run.out.utf8) == PackageResources.Sample_storekit)
        let written = try place.write(run.out, to: "Garden.storekit")
        #expect(try StoreKitConfiguration(path: written).diagnostics.isEmpty)
        #expect(await ToolRun.inside("products", written, "--json").lines.count == Sample.count)
    }

    @Test("It is in the overview, explains itself, and takes no operand")
    func help() async {
        #expect(await ToolRun.inside("--help").out.contains("\n  sample "))
        #expect(await ToolRun.inside("sample", "--help").out.contains("purser sample > Garden.storekit"))
        #expect(await ToolRun.inside("sample", "Garden.storekit").status == 64)
    }
}
