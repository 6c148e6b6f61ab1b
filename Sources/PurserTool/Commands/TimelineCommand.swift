import Foundation
import Purser
import PurserSimulator

/// `purser timeline FILE PRODUCT`.
struct TimelineCommand: Sendable {
    static let command = Command(
        CommandSyntax(
            name: "timeline", brief: "draw the life of a subscription",
            summary: "Draw the life of a customer's subscription", operands: "FILE PRODUCT",
            options: [
                OptionSyntax("--for TIME", "How long: \(TimeSpan.spelling); 2y by default"),
                OptionSyntax("--from DATE", "When it is bought, such as 2026-01-31; today by default"),
                OptionSyntax("--at WHAT…", "An action at a time, such as '3m card declined'"),
                OptionSyntax("--monthly", "Buy the plan with a commitment that is paid month by month"),
                OptionSyntax("--seats N", "Buy it with this many seats"),
                OptionSyntax("--notifications", "Print the notifications to the app's server, instead of the drawing"),
                .json,
            ],
            details: """
                A new customer buys the product, in real time and in UTC. The only further actions are those of --at: a
                time after the beginning, followed by one of

                \(ShopCommand.life.flatMap(\.help).map { "\($0[0])  \($0[1])" }.joined(separator: "\n"))
                buy PRODUCT [seats N]  change to another product of the group, subscribe again, or add seats
                refund [PERCENT% | N seats]  refund the current period, or a part of it, or some seats of its latest
                transaction

                The file's settings for billing issues and grace periods apply. Each event is a line; equal periods
                share one.
                """)
    ) { try TimelineCommand($0).run }

    private let path: String
    private let productID: String
    private let span: TimeSpan
    private let start: Timestamp?
    private let acts: [TimelineAct]
    private let isMonthly: Bool
    private let seats: Int?
    private let notifies: Bool

    private init(_ arguments: Arguments) throws {
        (path, productID) = (arguments.operands[0], arguments.operands[1])
        span = try TimeSpan(arguments.value("for") ?? "2y")
        start = try arguments.day("from")
        acts = try arguments.all("at").map { text throws(UsageError) in try TimelineAct(text) }
        isMonthly = arguments.has("monthly")
        seats = try arguments.number("seats", in: 1...PaymentRequest.maximumSeats)
        notifies = arguments.has("notifications")
    }

    private func run(_ output: Output) async throws {
        let file = try StoreFile(path: path)
        file.showMistakes(output, inFull: false)
        let timeline = try await Timeline(
            productID, from: start ?? Self.today, for: span, of: file, acts: acts, isMonthly: isMonthly,
            seats: seats, notifies: notifies)
        guard !notifies else { return output.write(timeline.notifications.map(\.row)) }
        let rows = TimelineRows(timeline)
        guard !output.isJSON else { return output.write(rows.events + [rows.total]) }
        let product = timeline.product
        output.line("\(Line.single(product.id))  \(Words.price(product))")
        output.line()
        for line in TimelineDrawing(timeline, width: output.textWidth).lines { output.line(line) }
        output.line()
        output.write(rows.combined)
        output.line()
        output.line(rows.total.cells[0])
    }

    /// The beginning of the current day, by the device's date.
    private static var today: Timestamp {
        let now = SystemClock().timestamp().milliseconds
        return Timestamp(milliseconds: now - now % 86_400_000)
    }
}

extension Arguments {
    /// The value of an option as the beginning of a day in UTC.
    ///
    /// - Throws: ``UsageError``.
    fileprivate func day(_ name: String) throws(UsageError) -> Timestamp? {
        guard let text = value(name) else { return nil }
        guard text.wholeMatch(of: #/[12]\d{3}-\d{2}-\d{2}/#) != nil,
            let date = try? Date("\(text)T00:00:00Z", strategy: .iso8601), Words.day(Timestamp(date)) == text
        else { throw UsageError("--\(name) needs a day from 1000 to 2999 such as 2026-01-31, not “\(text)”") }
        return Timestamp(date)
    }
}
