@testable import Purser

/// One input of the rules: up to two open payments, what is known, and a report; numbered, so that all can be tried.
struct BookInput: CustomStringConvertible {
    typealias Row = PaymentRow
    typealias Report = PaymentReport

    static let first = PaymentToken(launch: 1, number: 1)
    static let second = PaymentToken(launch: 2, number: 2)
    /// A payment of user 1 that is not open any more.
    static let closed = PaymentToken(launch: 1, number: 9)
    /// A payment of another folder.
    static let foreign = PaymentToken(launch: 77, number: 1)

    var book: PaymentBook
    var report: Report
    var known: Holding?
    var audience: PaymentBook.Audience

    var decision: PaymentDecision { book.decision(on: report, known: known, for: audience, at: .seconds(100)) }

    var description: String {
        "\(book.payments.all.sorted { $0.order < $1.order })\n\(report)\n\(String(describing: known))\n\(audience) → \(decision)"
    }

    private static let states: [PaymentState] = [
        .registered, .submitted, .overdue, .unknown, .pending, .replaced, .cancelled, .failed,
    ]
    private static let origins: [Report.Origin] = [
        .payment(nil), .payment(first), .payment(second), .payment(closed), .payment(foreign), .other(nil),
        .other(first),
        .other(closed), .other(foreign), .restore(nil), .restore(first), .restore(foreign), .elsewhere,
    ]
    private static let holders: [UserID?] = [nil, 1, 2]
    private static let payments: [PaymentToken?] = [nil, first, closed]
    /// None, or one in each state, early or late.
    private static let rows = 1 + 2 * states.count
    /// How many values each dimension has.
    private static let sizes = [rows, rows, 3, 2, origins.count, 2, 2, holders.count, payments.count, 3, 3]
    /// How many inputs there are.
    static let count = sizes.reduce(1, *)

    /// The input of a number.
    init(_ number: Int) {
        var rest = number
        func next(_ dimension: Int) -> Int {
            defer { rest /= Self.sizes[dimension] }
            return rest % Self.sizes[dimension]
        }
        let (one, two, account, naming, origin) = (next(0), next(1), next(2), next(3), next(4))
        let (arrival, purchase, holder, payment, difference, audience) = (
            next(5), next(6), next(7), next(8), next(9), next(10)
        )
        self.audience = [.user(1), .everybody, .user(3)][audience]
        book = PaymentBook(answersNamePayments: naming == 0)
        Self.add(one, Self.first, user: 1, to: &book, isShared: audience == 1)
        Self.add(two, Self.second, user: 2, to: &book, isShared: audience == 1)
        report = Report(
            id: "t", productID: "p", account: account == 0 ? nil : UserID(high: 0, low: UInt64(account)),
            origin: Self.origins[origin],
            isPurchase: purchase == 0, purchaseTime: Timestamp(milliseconds: 50_000),
            signedTime: difference == 2 ? Timestamp(milliseconds: 49_000) : nil, firstArrival: arrival == 0 ? 3 : 9)
        known = Self.holders[holder].flatMap { holder in
            Holding(
                productID: difference == 1 ? "q" : "p", purchaseTime: Timestamp(milliseconds: 50_999),
                signedTime: Timestamp(milliseconds: 60_000), holder: audience == 1 ? nil : holder,
                payment: Self.payments[payment])
        }
    }

    private static func add(
        _ value: Int, _ token: PaymentToken, user: UserID, to book: inout PaymentBook, isShared: Bool
    ) {
        // Whose launches they are is known also where no payment is open.
        let row = Row(
            token: token, user: isShared ? nil : user, terms: .init(productID: "p", quantity: 1, account: user),
            requestTime: Timestamp(milliseconds: 0))
        book.registered(row)
        guard value > 0 else { return book.withdrawn(token) }
        let (state, isLate) = (states[(value - 1) / 2], value % 2 == 0)
        guard state != .registered else { return }
        book.submitted(token, arrival: isLate ? 5 : 1, at: .zero)
        switch state {
        case .registered, .submitted, .answered, .withdrawn: break
        case .overdue: book.overdue(token)
        case .unknown, .pending, .replaced, .cancelled, .failed: book.ended(token, as: state, arrival: isLate ? 5 : 2)
        }
    }
}
