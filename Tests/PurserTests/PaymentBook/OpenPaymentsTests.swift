import Testing

@testable import Purser

@Suite("The payment book: open payments") struct OpenPaymentsTests {
    private typealias Row = PaymentRow

    private func row(_ number: UInt64, user: UserID? = 1, quantity: Int = 1) -> Row {
        Row(
            token: PaymentToken(launch: 1, number: number), user: user,
            terms: .init(productID: "p", quantity: quantity, account: user),
            requestTime: Timestamp(milliseconds: 0))
    }

    private func report(bought: Int64 = 0, signed: Int64? = nil, arrival: UInt64 = 9) -> PaymentReport {
        PaymentReport(
            id: "t", productID: "p", origin: .payment(nil), purchaseTime: Timestamp(milliseconds: bought),
            signedTime: signed.map { Timestamp(milliseconds: $0) }, firstArrival: arrival)
    }

    @Test("M4: of equal payments the oldest is found, whichever of them end before") func oldestFirst() {
        var random = SplitMix64(seed: 1)
        var book = PaymentBook(answersNamePayments: false)
        for number in 1...200 as ClosedRange<UInt64> {
            book.registered(row(number))
            book.submitted(PaymentToken(launch: 1, number: number), arrival: 0, at: .zero)
        }
        var open = Set(1...200 as ClosedRange<UInt64>)
        while let oldest = open.min() {
            if Bool.random(using: &random), let any = open.sorted().randomElement(using: &random) {
                let state: PaymentState = Bool.random(using: &random) ? .cancelled : .pending
                book.ended(PaymentToken(launch: 1, number: any), as: state, arrival: 100)
                open.remove(any)
            } else {
                let decision = book.decision(on: report(), for: .user(1), at: .zero)
                #expect(decision.match == .answers(PaymentToken(launch: 1, number: oldest)))
                book.accept(decision)
                open.remove(oldest)
            }
        }
    }

    @Test("M7: the oldest late payments are dropped, and none that is under way") func limit() {
        var payments = OpenPayments()
        let states: [PaymentState] = [.submitted, .failed, .pending]
        for number in 1...3_000 as ClosedRange<UInt64> {
            payments.insert(row(number))
            payments.update(PaymentToken(launch: 1, number: number)) { $0.state = states[Int(number % 3)] }
            payments.dropExcess()
        }
        let kept = Dictionary(grouping: payments.ordered, by: \.state).mapValues(\.count)
        #expect(kept == [.submitted: 1_000, .pending: 500, .failed: 500])
        #expect(payments.ordered.first { $0.state.isLate }?.token.number == 1_501)
    }

    @Test("M1: the store's dates and elapsed time exclude, and no clock of the device") func dates() {
        var book = PaymentBook(answersNamePayments: false)
        book.registered(row(1))
        book.submitted(PaymentToken(launch: 1, number: 1), arrival: 0, at: .seconds(1_000))
        func found(_ report: PaymentReport) -> Bool {
            book.decision(on: report, for: .user(1), at: .seconds(1_060)).payment != nil
        }
        #expect(found(report(bought: 0, signed: 360_000)))
        #expect(!found(report(bought: 0, signed: 360_001)))
        // Years before or after, by the device: nothing is known of the store's time.
        #expect(found(report(bought: -1_000_000_000)))
    }

    @Test("M7: an ending reaches its payment, whatever the platform kept of it", arguments: [nil, 1], [nil, 1])
    func endings(quantity: Int?, account: UserID?) {
        var book = PaymentBook(answersNamePayments: false)
        for (number, user) in [(1, 2), (2, 1), (3, 1)] as [(UInt64, UserID)] {
            book.registered(row(number, user: user))
            book.submitted(PaymentToken(launch: 1, number: number), arrival: 0, at: .zero)
        }
        func ended() -> UInt64? {
            let token = book.payment(endedFor: "p", quantity: quantity, account: account, audience: .user(1))
            if let token { book.ended(token, as: .cancelled, arrival: 0) }
            return token?.number
        }
        #expect([ended(), ended()] == [2, 3])
        // The other user's is left, and only an ending that names somebody else is not its own.
        #expect(ended() == (account == nil ? 1 : nil))
        #expect(book.payment(endedFor: "p", quantity: 2, account: nil, audience: .user(1)) == nil)
    }

    @Test("M8: a withdrawn payment is not open, and its launch is still known") func withdrawn() {
        var book = PaymentBook(answersNamePayments: true)
        for number in 1...2 as ClosedRange<UInt64> { book.submitted(row(number), arrival: 0, at: .zero) }
        book.withdrawn(PaymentToken(launch: 1, number: 1))
        #expect(book.payments.all.map(\.token.number) == [2])
        #expect(book.payer(ofLaunch: 1) != nil)
    }

    @Test("L4: what is recorded of a payment's state has a code, and is open again as that") func codes() {
        for recorded in PaymentState.allCases.compactMap(\.recorded) {
            #expect(PaymentState.codes.contains(recorded) && recorded.recorded == recorded)
        }
    }

    @Test("M3: a payment is pending for seven days of the store's time") func pending() {
        var book = PaymentBook(answersNamePayments: true)
        let token = PaymentToken(launch: 1, number: 1)
        book.registered(row(1))
        book.submitted(token, arrival: 0, at: .zero)
        book.ended(token, as: .pending, arrival: 0)
        #expect(book.expirePending(at: Timestamp(milliseconds: 7 * 86_400_000 - 1)).isEmpty)
        #expect(book.payments.size == 1)
        #expect(book.expirePending(at: Timestamp(milliseconds: 7 * 86_400_000)) == [token])
        #expect(book.payments.size == 0)
    }
}
