import Testing

@testable import Purser

@Suite("The App Store's time, by the answer to a payment")
struct AppStoreTimeTests {
    private static let month = Duration.seconds(30 * 86_400)

    private static func time(
        end: Duration = month, took: Duration = .seconds(20), by lead: Duration
    ) -> AppStoreTime? {
        AppStoreTime(
            signed: at(0), end: at(0).advanced(by: end), submitted: .seconds(100), answered: .seconds(100) + took,
            by: at(0).advanced(by: lead))
    }

    @Test("E5: a period that is over when it is sold shows that the clock is ahead; one that still runs does not")
    func ahead() {
        #expect(Self.time(by: Self.month) != nil && Self.time(by: Self.month + .seconds(8 * 86_400)) != nil)
        #expect(Self.time(by: Self.month - .milliseconds(1)) == nil && Self.time(by: .zero) == nil)
        #expect(Self.time(by: .seconds(-40 * 86_400)) == nil)
    }

    @Test("E4: the latest possible time counts, and advances with elapsed time")
    func latest() throws {
        let time = try #require(Self.time(by: .seconds(40 * 86_400)))
        #expect(time.time(at: .seconds(120)) == at(20) && time.time(at: .seconds(220)) == at(120))
        #expect(time.reading(at: at(120)) == .seconds(220) && time.reading(at: at(-1_000)) == .zero)
    }

    @Test("E5: a payment may take longer than a period of the sandbox; then the signed date itself counts")
    func longPayment() throws {
        let (five, ten) = (Duration.seconds(300), Duration.seconds(600))
        let time = try #require(Self.time(end: five, took: ten, by: .seconds(3_600)))
        #expect(time.time(at: .seconds(700)) == at(0) && time.time(at: .seconds(1_000)) == at(300))
    }

    @Test("E4: a clock that may be right by the time that the payment took is not corrected")
    func mayBeRight() {
        let (five, ten) = (Duration.seconds(300), Duration.seconds(600))
        #expect(Self.time(end: five, took: ten, by: .seconds(600)) == nil)
        #expect(Self.time(end: five, took: ten, by: .seconds(601)) == nil, "dates may be in whole seconds")
        #expect(Self.time(end: five, took: ten, by: .seconds(602)) != nil)
    }

    @Test("A period that was over when it was signed shows nothing")
    func over() {
        #expect(Self.time(end: .zero, by: .seconds(40 * 86_400)) == nil)
        #expect(Self.time(end: .seconds(-5), by: .seconds(40 * 86_400)) == nil)
    }

    @Test("No number is too large, and of two times the earlier one sorts first")
    func extremes() throws {
        let far = AppStoreTime(
            signed: Timestamp(milliseconds: .min), end: at(0), submitted: .zero, answered: .seconds(5), by: at(1))
        let near = try #require(Self.time(by: .seconds(40 * 86_400)))
        #expect(try #require(far) < near)
        let last = Timestamp(milliseconds: .max)
        #expect(AppStoreTime(signed: at(0), end: last, submitted: .zero, answered: .zero, by: last) != nil)
    }
}
