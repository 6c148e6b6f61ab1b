import Foundation
import Testing

@testable import PurserTool

@Suite("The built program", .timeLimit(.minutes(30)))
struct ExecutableTests {
    @Test("Statuses reach the caller")
    func statuses() async throws {
        let place = try Workplace()
        #expect(try await Executable.run(["demo"], in: place).status == 0)
        #expect(try await Executable.run(["frob"], in: place).status == 64)
        #expect(try await Executable.run(["demo", "/no/such/file"], in: place).status == 1)
    }

    @Test("A purchase is still made when nobody reads the output")
    func brokenPipe() async throws {
        let place = try Workplace()
        let words = ["buy", Sample.greenhouse, "--json"] + place.place
        // `true` has ended by the time that the tool writes.
        let run = try await Executable.shell("(\"$0\" \"$@\"; echo $? >&2) | true", words, in: place)
        #expect(run.err == "0\n")
        #expect(await place.run("owned").out.contains(Sample.greenhouse))
    }

    @Test("L3: a program that is stopped keeps its folders, nobody else gets in, and it goes on when it is continued")
    func pausedHolder() async throws {
        let place = try Workplace()
        let script = """
            mkfifo paused.in; "$0" shop \(place.sample) --home \(place.home) < paused.in > paused.out & shop=$!
            exec 3> paused.in; echo "buy \(Sample.greenhouse)" >&3
            until grep -q "purchased as" paused.out; do kill -0 $shop || exit 9; sleep 0.02; done
            kill -STOP $shop; "$0" buy \(Sample.greenhouse) "$@"; echo "while stopped: $?"
            kill -CONT $shop; echo "owned" >&3; exec 3>&-; wait $shop; echo "the shop: $?"
            "$0" owned "$@"
            """
        let run = try await Executable.shell("cd \(place.folder.path) && \(script)", place.place, in: place)
        #expect(run.out.contains("while stopped: 1\nthe shop: 0\n"))
        #expect(run.err.contains("is open already"))
        #expect(run.out.contains(Sample.greenhouse))
    }

    @Test("A closed or full standard output is told, and never written into another file")
    func closedOutput() async throws {
        let place = try Workplace()
        let words = ["buy", Sample.greenhouse] + place.place
        let closed = try await Executable.shell("exec \"$0\" \"$@\" >&-", words, in: place)
        #expect(closed.status == 1)
        #expect(closed.errorLines.count == 1)
        #expect(await place.run("owned").out.contains(Sample.greenhouse))
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let full = try await Executable.shell("exec \"$0\" \"$@\" >/dev/full", ["products", place.sample], in: place)
        #expect(full.status == 1)
        #expect(full.err.contains("the disk is full"))
    }
}

@Suite("The shop", .timeLimit(.minutes(30)))
struct ShopTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    @Test("By a pipe: every command does its work, mistakes are told, and no prompt or colour is printed")
    func scripted() async throws {
        let input = """
            help
            buy 1 2
            buy \(Sample.greenhouse) manual
            unfinished
            finish 3
            ask on
            buy 2
            pending
            approve P1
            buy 4
            decline P2
            pending
            ask off
            refund 3
            restore
            buy 8
            restore
            owned
            updates

            """
        let run = try await Executable.run(["shop", place.sample], input: input, in: place)
        #expect(run.status == 0)
        #expect(run.err.isEmpty)
        #expect(!run.out.contains("> "))
        #expect(!run.out.contains("\u{1B}"))
        for line in [
            "  1  com.example.garden.seeds.10           $0.99          consumable      10 Seeds",
            "2 × com.example.garden.seeds.10  purchased as transaction 2000000000001",
            "  #1  payment  purchased  com.example.garden.seeds.10  2 × $0.99",
            "com.example.garden.greenhouse  purchased as transaction 2000000000002; not finished: finish 2000000000002",
            "2000000000002  com.example.garden.greenhouse  purchased",
            "2000000000002  finished  com.example.garden.greenhouse",
            "com.example.garden.seeds.100  pending: waits for approval", "P1  com.example.garden.seeds.100",
            "  #3  complete  purchased  com.example.garden.seeds.100  $7.99", "Declined.",
            "Nothing waits for approval.", "  #4  complete  revoked  com.example.garden.greenhouse  $14.99",
            "There is nothing to restore.", "com.example.garden.club.monthly  restored, transaction 2000000000004",
            "com.example.garden.seeds.10      2 bought",
        ] {
            #expect(run.lines.contains(line), "\(line)\n\(run.out)")
        }
    }

    @Test("F7, F8: the app tells what it takes back, and what is to be finished by hand waits for that")
    func handlers() async throws {
        let input = "buy \(Sample.greenhouse)\nbuy 1\nunfinished\nfinish 1\nrefund \(Sample.greenhouse)\nrefund 1\n"
        let run = try await Executable.run(
            ["shop", place.sample, "--manual", Sample.seeds], input: input, in: place)
        #expect(run.status == 0, "\(run.err)")
        let taken = run.lines.filter { $0.hasPrefix("Revoked by the app:") }
        #expect(taken == ["Revoked by the app: \(Sample.greenhouse), transaction 2000000000001."])
        #expect(run.out.contains("transaction 2000000000002; not finished"))
        #expect(run.out.contains("2000000000002  finished  \(Sample.seeds)"))
    }

    @Test("A request is answered later, or lapses; and a deleted transaction takes what was owned by it")
    func deletesAndAnswers() async throws {
        let input = """
            ask on
            buy 1
            approve P1 in 2h
            advance 3h
            buy 2
            advance 2d
            pending
            ask off
            buy 3
            delete 3
            restore
            owned

            """
        let run = try await Executable.run(["shop", place.sample], input: input, in: place)
        #expect(run.status == 0, "\(run.err)")
        #expect(run.out.contains("It will be approved on "))
        #expect(run.out.contains("  #1  complete  purchased  com.example.garden.seeds.10"))
        #expect(run.lines.contains("Nothing waits for approval."))
        #expect(run.lines.contains("The App Store no longer lists transaction 2000000000002."))
        #expect(run.lines.contains("There is nothing to restore."))
        #expect(run.out.contains("Revoked by the app: com.example.garden.greenhouse"))
        #expect(!run.out.contains("com.example.garden.greenhouse  non-consumable"))
    }

    @Test("Mistakes cost one line each and nothing else; quit ends before the end of input")
    func mistakes() async throws {
        let input = "frob\nbuy 99\nbuy 1 77\nrefund 1\nfinish 1\napprove P9\ndecline P9\nbuy 3 2\nquit\nbuy 1\n"
        let run = try await Executable.run(["shop", place.sample], input: input, in: place)
        #expect(run.status == 1, "a script learns that a line failed")
        #expect(run.errorLines.count == 8, "\(run.err)")
        #expect(!run.err.contains("pendingPayments"))
        #expect(run.errorLines.count { $0.contains("pending lists all") } == 2, "\(run.err)")
        #expect(!run.out.contains("purchased"))
    }

    @Test("With a home, what waits for approval or for finishing is there in the next shop")
    func home() async throws {
        let words = ["shop", place.sample, "--home", place.home, "--durability", "buffered"]
        _ = try await Executable.run(words, input: "buy 1 manual\nask on\nbuy 3", in: place)
        let second = try await Executable.run(
            words, input: "unfinished\npending\napprove\nfinish 1\nunfinished\nowned", in: place)
        #expect(second.err.isEmpty, "\(second.err)")
        #expect(second.out.contains("2000000000001  com.example.garden.seeds.10  purchased"))
        #expect(second.out.contains("P1  com.example.garden.greenhouse"))
        #expect(second.out.contains("2000000000001  finished  \(Sample.seeds)"))
        #expect(second.out.contains("Everything is finished."))
        #expect(second.out.contains("com.example.garden.greenhouse  non-consumable"))
    }
}
