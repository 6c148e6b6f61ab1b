#if Server
    import Testing

    @testable import PurserServer

    @Suite("How far back a worker looks for users who are due")
    struct DueWindowTests {
        private let begin = ContinuousClock.now

        @Test("The first look is at everybody, the next ones at users who became due since")
        func since() {
            var window = DueWindow()
            #expect(window.length(at: begin) == nil)
            window.noteLook(of: nil, begun: begin, ended: begin + .milliseconds(10), leaving: nil)
            #expect(window.length(at: begin + .milliseconds(200)) == .milliseconds(700))
        }

        @Test("After a look that left users, the next one goes back as far as the first user that it found")
        func left() {
            var window = DueWindow()
            window.noteLook(of: nil, begun: begin, ended: begin + .milliseconds(10), leaving: .seconds(40))
            #expect(window.length(at: begin + .milliseconds(100)) == .milliseconds(40_600))
        }

        @Test("Everybody is looked at once a second, and less often where that takes long")
        func again() {
            var window = DueWindow()
            window.noteLook(of: nil, begun: begin, ended: begin + .milliseconds(10), leaving: nil)
            let quick = window.length(at: begin + .milliseconds(900))
            #expect(quick == .milliseconds(1_400))
            // Other looks do not put it off.
            window.noteLook(
                of: quick, begun: begin + .milliseconds(900), ended: begin + .milliseconds(901), leaving: nil)
            #expect(window.length(at: begin + .milliseconds(1_020)) == nil)
            window.noteLook(of: nil, begun: begin, ended: begin + .milliseconds(500), leaving: nil)
            #expect(window.length(at: begin + .seconds(10)) == .milliseconds(10_500))
            #expect(window.length(at: begin + .milliseconds(10_501)) == nil)
        }
    }
#endif
