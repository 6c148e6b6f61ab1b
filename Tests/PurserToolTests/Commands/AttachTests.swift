import Foundation
import Testing

@testable import PurserTool

@Suite("A shop that is steered from outside", .timeLimit(.minutes(30)))
struct AttachTests {
    private let place: Workplace
    private let folder: SocketPlace

    init() throws { (place, folder) = (try Workplace(), try SocketPlace()) }

    /// A shop that listens.
    private func listening(_ words: String...) async throws -> RunningTool {
        let shop = try RunningTool(["shop", place.sample] + words + ["--listen", folder.socket], in: place)
        #expect(await shop.wrote("help explains"))
        return shop
    }

    /// What becomes of these lines in a shop that is attached to it.
    private func attached(_ input: String) async throws -> ToolRun {
        try await Executable.run(["shop", "--attach", folder.socket], input: input, in: place)
    }

    @Test(
        "Another shop, a purchase and the watching of events reach the account of a shop that listens, until that ends")
    func attached() async throws {
        let shop = try await listening()
        let watcher = try RunningTool(["updates", "--attach", folder.socket], in: place)
        // What happens before it watches is not told, so something happens until it does.
        var isOn = false
        while watcher.output.isEmpty {
            isOn.toggle()
            let run = try await attached("grace \(isOn ? "on" : "off")\n")
            try #require(run.status == 0, "\(run.err)")
        }
        try shop.type("ask on\nbuy 4\n")
        #expect(await watcher.wrote("paymentWaits"))
        let steering = try await attached(
            "list\npending\napprove\nbuy 8\nsubscriptions\nadvance 1m\nrefund 4\ncard declined\nbuy none\napprove P9 in 2h\n"
        )
        #expect(steering.status == 1)
        for part in ["P1", "Approved.", Sample.club, "The card will be declined", "until 2", "renews", "It is now "] {
            #expect(steering.out.contains(part), "\(part)\n\(steering.out)\n\(steering.err)")
        }
        #expect(steering.err.contains("answered immediately") && steering.err.contains("“none” is not sold here"))
        let bought = try await Executable.run(["buy", "1", "--attach", folder.socket], in: place)
        #expect(bought.status == 0 && bought.out.contains(Sample.seeds), "\(bought.err)")
        #expect(await watcher.wrote(Sample.seeds))
        try shop.type("owned\n")
        let ended = try await shop.end()
        #expect(ended.out.contains(Sample.club), "\(ended.out)")
        #expect(try await watcher.end().status == 0)
        let late = try await attached("list\n")
        #expect(late.status == 1 && late.err.contains("No App Store listens at"))
    }

    @Test(
        "The words of the shop mean the same when attached: the account, how the App Store behaves, and the app's store"
    )
    func words() async throws {
        let shop = try await listening()
        func run(_ lines: String...) async throws -> ToolRun {
            try await attached(lines.joined(separator: "\n") + "\n")
        }
        let account = try await run(
            "storefront deu", "faults chaos 7", "faults off", "defects finishnottaken=0.5", "defects off",
            "network off",
            "network on", "payments off", "payments on", "grace on", "reset", "buy greenhouse", "buy \(Sample.club)",
            "refund greenhouse", "reinstate greenhouse", "history", "transactions", "renew now", "seats 2", "clear",
            "transactions")
        #expect(account.status == 1 && account.errorLines.count == 1, "only seats: \(account.err)")
        for part in [
            "The customer is in DEU now.", "by seed 7", "These defects occur now: finishNotTaken.",
            "There is no network.",
            "Payments are not allowed.", "The settings are reset.", Sample.greenhouse, "offer", "$14.99",
            "The App Store has no transactions now.", "Nothing was bought.",
        ] { #expect(account.out.contains(part), "\(part)\n\(account.out)") }
        let wrong = try await run("storefront deus", "defects finishNotTakn", "faults chaos -1", "network", "frob")
        #expect(wrong.status == 1 && wrong.errorLines.count == 5, "\(wrong.err)")
        #expect(wrong.err.contains("did you mean finishNotTaken?") && wrong.err.contains("three letters"))
        try shop.type("buy pond manual\nfollow orders failing\n")
        #expect(await shop.wrote("orders has failed on"))
        let owned = try await run("owned", "unfinished", "finish pond")
        #expect(owned.status == 0 && owned.out.contains("com.example.garden.pond"), "\(owned.out)\(owned.err)")
        // The defect that was set above may have the finish of another transaction repeated.
        while try await !run("unfinished").out.contains("Everything is finished.") { await Task.yield() }
        let store = try await run("updates", "failed", "rejected", "restore")
        #expect(store.status == 0, "\(store.err)")
        for part in ["orders", "Nothing was rejected."] { #expect(store.out.contains(part), "\(part)\n\(store.out)") }
        _ = try await shop.end()
    }

    @Test("Each one-call command works at the App Store of a running app")
    func oneCall() async throws {
        let shop = try await listening()
        try shop.type("buy pond manual\nfollow orders failing\n")
        #expect(await shop.wrote("orders has failed on"))
        for (words, part) in [
            (["products"], Sample.greenhouse), (["buy", "Greenhouse"], Sample.greenhouse),
            (["owned"], "com.example.garden.pond"), (["unfinished"], "pond"), (["finish", "pond"], "finished"),
            (["restore"], Sample.greenhouse), (["failed"], "orders"),
            (["failed", "--consumer", "other"], "No consumer"), (["release", "orders", "1"], "orders  #1  released"),
            (["rejected"], "Nothing was rejected."), (["owned", "--json"], "\"product\":\"com.example.garden.pond\""),
        ] {
            let run = try await Executable.run(words + ["--attach", folder.socket], in: place)
            #expect(run.status == 0 && run.out.contains(part), "\(words): \(run.out)\(run.err)")
        }
        let help = try await attached("help\nbuy \"Ten Seeds\"\n")
        #expect(!help.out.contains("follow") && !help.out.contains("manual") && !help.out.contains("in TIME"))
        #expect(help.out.contains("release CONSUMER NUMBER") && help.out.contains(Sample.seeds))
        let products = try await Executable.run(["products", "--attach", folder.socket], in: place)
        let own = try await Executable.run(["products", place.sample], in: place)
        #expect(products.out == own.out && own.out.contains("introductory: "), "\(products.out)")
        for words in [
            ["owned", "--store", "x"], ["buy", "1", "--manual"], ["updates", "--after", "1"], ["products", "x"],
            ["seats", "greenhouse"],
        ] {
            let run = await ToolRun.inside(words + ["--attach", folder.socket])
            #expect(run.status == ExitStatus.usage, "\(words): \(run.err)")
        }
        let unknown = try await Executable.run(
            ["seats", "greenhose", "--renew", "2", "--attach", folder.socket], in: place)
        #expect(unknown.status == 1 && unknown.errorLines.count == 1, "\(unknown.err)")
        _ = try await shop.end()
    }

    @Test(
        "A killed client disturbs nobody; after a kill of the app what was answered is there, and a new run listens at once"
    )
    func kills() async throws {
        let shop = try await listening("--home", place.home)
        let watchers = try (0..<5).map { _ in try RunningTool(["updates", "--attach", folder.socket], in: place) }
        let open = try RunningTool(["shop", "--attach", folder.socket], in: place)
        #expect(await open.wrote("help explains"))
        for watcher in watchers { watcher.kill() }
        let bought = try await Executable.run(["buy", "greenhouse", "1", "2", "--attach", folder.socket], in: place)
        #expect(bought.status == 0 && bought.lines.count == 3, "\(bought.err)")
        shop.kill()
        try open.type("list\n")
        let ended = try await open.end()
        #expect(ended.status == 1 && ended.err.contains("has closed the connection"), "\(ended.err)")
        let again = try await listening("--home", place.home)
        let seen = try await attached("transactions\nowned\n")
        #expect(seen.status == 0 && seen.lines.count(where: { $0.hasPrefix("20000") }) >= 3, "\(seen.out)\(seen.err)")
        #expect(seen.out.contains(Sample.greenhouse))
        _ = try await again.end()
    }

    #if os(Linux)
        @Test(
            "Another user is not served, whatever the mode of the socket, and no shop attaches to another user's socket"
        )
        func otherUsers() async throws {
            let setpriv = URL(fileURLWithPath: "/usr/bin/setpriv")
            // Only root can be somebody else.
            guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: setpriv.path) else { return }
            let shop = try await listening()
            for (path, mode) in [(folder.path, 0o755), (folder.socket, 0o666)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            }
            let stranger = ["--reuid=65534", "--clear-groups", "--regid=65534"]
            let tool = try Executable.path().path
            let other = try RunningTool(setpriv, stranger + [tool, "shop", "--attach", folder.socket], in: place)
            let script =
                "use Socket; socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un($ARGV[0])) or exit 0; "
                + #"$SIG{PIPE} = 'IGNORE'; syswrite S, "{\"do\":\"pending\"}\n"; print "answered: ", scalar(<S>)"#
            let perl = URL(fileURLWithPath: "/usr/bin/perl")
            if FileManager.default.isExecutableFile(atPath: perl.path) {
                // One that does not look whose socket it is.
                let rude = try RunningTool(setpriv, stranger + [perl.path, "-e", script, folder.socket], in: place)
                #expect(try await rude.end().out == "answered: ")
                let known = try RunningTool(perl, ["-e", script, folder.socket], in: place)
                #expect(try await known.end().out.hasPrefix("answered: {"))
            }
            let rejected = try await other.end()
            #expect(rejected.status != 0 && !rejected.out.contains("Attached"), "\(rejected.out)\(rejected.err)")
            #expect(try await attached("list\n").status == 0)
            _ = try await shop.end()
        }
    #endif

    @Test("A shop has a file or is attached, and a folder of everybody is no place for a socket")
    func rejected() async throws {
        #expect(await ToolRun.inside("shop").status == ExitStatus.usage)
        #expect(await ToolRun.inside("shop", place.sample, "--attach", "x").status == ExitStatus.usage)
        #expect(await ToolRun.inside("updates").status == ExitStatus.usage)
        let run = try await Executable.run(["shop", place.sample, "--listen", "/tmp/purser-store"], in: place)
        #expect(run.status == 1 && run.err.contains("Other users may write to /tmp"), "\(run.err)")
    }
}

/// A folder that only its user can write in, with a short path; gone with this object.
private final class SocketPlace: Sendable {
    let path = "/tmp/purser-\(UInt32.random(in: 0...UInt32.max))"
    var socket: String { path + "/store" }

    init() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
