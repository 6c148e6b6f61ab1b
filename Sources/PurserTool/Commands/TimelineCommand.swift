import Foundation
import Purser
import PurserSimulator

extension Command {
    static let timeline = Command(
        "timeline", "Draw the life of a customer's subscription", brief: "draw the life of a subscription",
        operands: "FILE PRODUCT",
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
            A new customer buys the product, in real time and in UTC. The only further actions are those of --at: a time
            after the beginning, followed by one of

            \(ShopCommand.life.flatMap(\.help).map { "\($0[0])  \($0[1])" }.joined(separator: "\n"))
            buy PRODUCT [seats N]  change to another product of the group, subscribe again, or add seats
            refund [PERCENT% | N seats]  refund the current period, or a part of it, or some seats of its latest
            transaction

            The file's settings for billing issues and grace periods apply. Each event is a line; equal periods share
            one.
            """
    ) { arguments in
        let (span, start) = (try TimeSpan(arguments.value("for") ?? "2y"), try arguments.day("from"))
        let acts = try arguments.all("at").map { try TimelineAct($0) }
        let (isMonthly, seats) = (arguments.has("monthly"), try arguments.seats())
        return { output in
            let file = try StoreFile(path: arguments.operands[0], showing: output)
            let timeline = try await Timeline(
                arguments.operands[1], from: start ?? today, for: span, of: file, acts: acts, isMonthly: isMonthly,
                seats: seats, notifies: arguments.has("notifications"))
            arguments.has("notifications") ? output.write(timeline.notifications.map(\.row)) : write(timeline, output)
        }
    }

    private static func write(_ timeline: Timeline, _ output: Output) {
        let rows = TimelineRows(timeline: timeline)
        guard !output.isJSON else { return output.write(rows.events + [rows.total]) }
        output.line("\(Line.single(timeline.product.id))  \(Words.price(timeline.product))")
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
    fileprivate func day(_ name: String) throws(UsageError) -> Timestamp? {
        guard let text = value(name) else { return nil }
        guard text.wholeMatch(of: #/[12]\d{3}-\d{2}-\d{2}/#) != nil,
            let date = try? Date("\(text)T00:00:00Z", strategy: .iso8601), Words.day(Timestamp(date)) == text
        else { throw UsageError("--\(name) needs a day from 1000 to 2999 such as 2026-01-31, not “\(text)”") }
        return Timestamp(date)
    }
}
