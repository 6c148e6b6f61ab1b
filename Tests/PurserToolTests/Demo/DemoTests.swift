import Foundation
import Purser
import Testing

@testable import PurserTool

@Suite("The demo", .timeLimit(.minutes(30)))
struct DemoTests {
    @Test("The sample: every act takes place, in the same words each time, and every count is right")
    func sample() async {
        let run = await ToolRun.inside("demo")
        #expect(run.status == 0)
        #expect(run.err.isEmpty)
        #expect(!run.out.contains("WRONG"))
        #expect(!run.out.contains("skipped"))
        for part in [
            "7 purchases at once", "#7  payment   purchased", "#8  complete  statusChanged",
            "#9  complete  purchased  \(Sample.seeds)  $0.99  purchase=8", "#10  payment  purchased",
            "the app's server failed twice and was called 3 times", "unfinished: 1; delivered again",
            "#13  complete  revoked", "\(Sample.seeds): 7 before, 5 now", "#4  restore   restored",
            "12 of 12: 10 bought, 1 pending, 1 rejected", "11 charged, 11 granted", "1 refunded, 1 revoked",
            "the app's server has revoked it", "1 of 10 granted", "4 of 4",
            "2026-03-01  the customer's card is declined", "3 paid, 3 granted, in order",
            "All counts are right.",
        ] {
            #expect(run.out.contains(part), "\(part)")
        }
        #expect(run.lines.count { $0.hasPrefix("  ok ") } == 12)
        #expect(await ToolRun.inside("demo").out == run.out)
    }

    @Test(
        "Files that lack a kind of product skip what needs it, say so, and are right all the same",
        arguments: [
            (["Consumable"], 2), (["NonConsumable"], 6), (["NonConsumable", "NonConsumable"], 4),
            (["NonConsumable", "NonConsumable", "NonConsumable", "NonConsumable", "NonConsumable"], 1),
        ])
    func lacking(_ types: [String], _ skips: Int) async throws {
        let place = try Workplace()
        let products = types.enumerated().map {
            #"{"productID":"p\#($0.offset)","type":"\#($0.element)","displayPrice":"1.99","localizations":[]}"#
        }
        let file = try place.write(#"{"products":[\#(products.joined(separator: ","))]}"#, to: "few.storekit")
        let run = await ToolRun.inside("demo", file)
        #expect(run.status == 0, "\(run.out)\(run.err)")
        #expect(run.lines.count { $0.contains("skipped:") } == skips, "\(run.out)")
        #expect(run.out.contains("All counts are right."))
    }

    @Test("A file without products is an error, not a success")
    func empty() async throws {
        let place = try Workplace()
        let run = await ToolRun.inside("demo", try place.write("{}", to: "empty.storekit"))
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
    }

    @Test("Failures that a file injects do not touch the demo")
    func injected() async throws {
        let place = try Workplace()
        let text = """
            {"products":[{"productID":"p","type":"Consumable","displayPrice":"1","localizations":[]}],
             "settings":{"_askToBuyEnabled":true,"_failTransactionsEnabled":true,"_timeRate":6,"_storeKitErrors":[
              {"enabled":true,"name":"Purchase","current":{"type":"generic","index":1}},
              {"enabled":true,"name":"Verification","current":{"type":"verification","index":1}}]}}
            """
        #expect(await ToolRun.inside("demo", try place.write(text, to: "bad.storekit")).status == 0)
    }

    @Test("The counts bite: gaps, repeats and stray contexts are found")
    func tally() {
        var tally = DemoTally()
        let contexts = [tally.began("p"), tally.began("p", 2)]
        tally.updates.append(Self.update(1, contexts[0], quantity: 1))
        tally.updates.append(Self.update(2, contexts[1], quantity: 2))
        #expect(tally.isContiguous)
        #expect(tally.strayContexts == 0)
        var swapped = DemoTally()
        _ = (swapped.began("p"), swapped.began("p", 2))
        swapped.updates.append(Self.update(1, contexts[1], quantity: 1))
        swapped.updates.append(Self.update(2, contexts[0], quantity: 2))
        #expect(swapped.strayContexts == 2)
        tally.updates.append(Self.update(4, contexts[1], quantity: 2))
        #expect(!tally.isContiguous)
        #expect(tally.strayContexts == 1)
        #expect(!DemoCheck.equal("a", 1, 2, "1 of 2").isRight)
        #expect(DemoCheck.equal("a", 1, 2, "1 of 2").line(.plain).contains("WRONG"))
    }

    private static func update(_ sequence: UInt64, _ context: [String: String], quantity: Int) -> StoreUpdate {
        let date = Timestamp(milliseconds: 0)
        let fields = StoreTransaction.Fields(
            id: "\(sequence)", productID: "p", productType: .consumable, purchasedQuantity: quantity, purchaseTime: date
        )
        let request = PaymentRequest(productID: "p", quantity: quantity, context: context)
        return StoreUpdate(
            sequence: sequence, phase: .payment, kind: .purchased, transaction: StoreTransaction(fields),
            intent: PaymentIntent(
                token: PaymentToken(launch: 1, number: sequence), request: request, requestTime: date),
            recordTime: date)
    }
}
