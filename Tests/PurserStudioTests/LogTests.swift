#if Studio
    import Purser
    import Testing

    import PurserFormats
    @testable import PurserStudio

    @Suite("What happens, numbered")
    struct LogTests {
        private func log(_ run: String = "1x", events count: Int) -> StudioLog {
            var log = StudioLog(run: run)
            for number in 0..<count { log.add(.event, ["title": .string("\(number + 1)")]) }
            return log
        }

        @Test("A page that comes back gets what it has missed, and nothing twice")
        func resuming() {
            let log = log(events: 10)
            let portion = log.portion(after: StudioPlace(run: "1x", number: 7))
            #expect(!portion.isReset)
            #expect(portion.entries.map { $0.text("title") } == ["8", "9", "10"])
            #expect(portion.place.description == "1x-10")
            let nothing = log.portion(after: portion.place)
            #expect(!nothing.isReset && nothing.entries.isEmpty)
        }

        @Test("A number of a run that has ended is not taken for one of this run")
        func otherRun() {
            let log = log("2x", events: 3)
            for place in ["1x-2", "1x-3", "1x-900", "2x-4", "2x-9223372036854775807"] {
                let portion = log.portion(after: StudioPlace(place))
                #expect(portion.isReset && portion.entries.count == 3, "\(place)")
            }
        }

        @Test(
            "What a browser sends back is read, or is no place",
            arguments: ["", "3", "a-b", "1x-", "1x--1", "1x-1-1", "\u{0}"])
        func places(_ text: String) {
            #expect(StudioPlace(text) == nil)
            #expect(StudioPlace(StudioPlace(run: "1x", number: 5).description) == StudioPlace(run: "1x", number: 5))
        }

        @Test("A page that has missed too much begins anew, and the log stays small")
        func bound() {
            let log = log(events: 100_000)
            let portion = log.portion(after: StudioPlace(run: "1x", number: 5))
            #expect(portion.isReset)
            #expect(portion.entries.count == StudioLog.pageLimit)
            #expect(portion.entries.last?.integer("number") == 100_000)
            #expect(log.portion(after: StudioPlace(run: "1x", number: 99_990)).entries.count == 10)
        }

        @Test("A new page gets the latest of each kind, in order")
        func newPage() {
            var log = log(events: 1_000)
            log.add(.notification, ["title": .string("REFUND")])
            log.add(.update, ["number": .integer(77), "key": .string("k77")])
            let portion = log.portion(after: nil)
            #expect(portion.isReset)
            #expect(portion.entries.suffix(2).map { $0.text("kind") } == ["notification", "update"])
            #expect(portion.entries.first?.integer("number") == 701)
            #expect(portion.entries.last?.integer("number") == 77)
        }

        @Test("A grant stands beside its update, whichever comes first")
        func effects() {
            var log = StudioLog(run: "1x")
            log.note("granted", of: "k1")
            log.add(.update, ["number": .integer(1), "key": .string("k1")])
            log.add(.update, ["number": .integer(2), "key": .string("k2")])
            let before = log.place
            log.note("revoked", of: "k2")
            #expect(log.portion(after: nil).entries.map { $0.text("effect") } == ["granted", "revoked"])
            let later = log.portion(after: before).entries
            #expect(later.map { $0.text("update") } == ["k2"])
            #expect(later.map { $0.text("effect") } == ["revoked"])
        }
    }
#endif
