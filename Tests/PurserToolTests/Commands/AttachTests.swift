import Foundation
import Testing

@testable import PurserTool

@Suite("A shop that is steered from outside", .timeLimit(.minutes(10)))
struct AttachTests {
    @Test(
        "Another shop, a purchase and the watching of events reach the account of a shop that listens, until that ends")
    func attached() async throws {
        let place = try Workplace()
        let folder = "/tmp/purser-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let socket = folder + "/store"
        let shop = try RunningTool(["shop", place.sample, "--listen", socket], in: place)
        #expect(await shop.wrote("help explains"))
        let watcher = try RunningTool(["updates", "--attach", socket], in: place)
        // What happens before it watches is not told, so something happens until it does.
        var isOn = false
        while watcher.output.isEmpty {
            isOn.toggle()
            let run = try await Executable.run(
                ["shop", "--attach", socket], input: "grace \(isOn ? "on" : "off")\n", in: place)
            try #require(run.status == 0, "\(run.err)")
        }
        try shop.type("ask on\nbuy 4\n")
        #expect(await watcher.wrote("paymentWaits"))
        let steering = try await Executable.run(
            ["shop", "--attach", socket],
            input:
                "list\npending\napprove\nbuy 8\nsubscriptions\nadvance 1m\nrefund 4\ncard declined\nrestore\nbuy none\n",
            in: place)
        #expect(steering.status == 1)
        for part in ["P1", "Done.", Sample.club, "subscribed", "It is now "] {
            #expect(steering.out.contains(part), "\(part)\n\(steering.out)\n\(steering.err)")
        }
        #expect(steering.err.contains("that is for the app to do") && steering.err.contains("“none” is not sold here"))
        let bought = try await Executable.run(["buy", "1", "--attach", socket], in: place)
        #expect(bought.status == 0 && bought.out.contains(Sample.seeds), "\(bought.err)")
        #expect(await watcher.wrote(Sample.seeds))
        try shop.type("owned\n")
        let ended = try await shop.end()
        #expect(ended.out.contains(Sample.club), "\(ended.out)")
        #expect(try await watcher.end().status == 0)
        let late = try await Executable.run(["shop", "--attach", socket], input: "list\n", in: place)
        #expect(late.status == 1 && late.err.contains("No App Store listens at"))
    }

    @Test("A shop has a file or is attached, and a folder of everybody is no place for a socket")
    func rejected() async throws {
        let place = try Workplace()
        #expect(await ToolRun.inside("shop").status == ExitStatus.usage)
        #expect(await ToolRun.inside("shop", place.sample, "--attach", "x").status == ExitStatus.usage)
        #expect(await ToolRun.inside("updates").status == ExitStatus.usage)
        let run = try await Executable.run(["shop", place.sample, "--listen", "/tmp/purser-store"], in: place)
        #expect(run.status == 1 && run.err.contains("Others may write in /tmp"), "\(run.err)")
    }
}
