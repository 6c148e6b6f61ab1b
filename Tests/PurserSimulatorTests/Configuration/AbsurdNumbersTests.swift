import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("No number in a StoreKit configuration can trap", .timeLimit(.minutes(30)))
struct AbsurdNumbersTests {
    private static let numbers = [
        "9223372036854775807", "-9223372036854775808", "18446744073709551616", "-1", "0", "1e300", "1e-300", "-1e300",
        "999999999999", "\"9223372036854775807\"", "\"99999999999999.9999\"", "\"P9999Y\"", "\"P9999D\"", "\"P0D\"",
        "1005", "15", "null",
    ]

    /// A file with a place for each number.
    private func file(_ number: () -> String) -> String {
        """
        {"version":{"major":\(number()),"minor":\(number())},"products":[{"productID":"c","type":"Consumable",
        "displayPrice":\(number())}],"settings":{"_timeRate":\(number()),"_storeKitError":\(number()),
        "_lastSynchronizedDate":\(number()),"_storeKitErrors":[{"name":"Load Products","enabled":false,
        "current":{"type":"purchase","index":\(number())}}]},"subscriptionGroups":[{"id":"G","name":"N","subscriptions":[
        {"productID":"s","type":"RecurringSubscription","displayPrice":\(number()),"groupNumber":\(number()),
        "recurringSubscriptionPeriod":\(period(number())),"introductoryOffer":{"internalID":"1","paymentMode":"payUpFront",
        "displayPrice":\(number()),"subscriptionPeriod":\(period(number())),"numberOfPeriods":\(number())}}]}]}
        """
    }

    /// Most periods are readable, so that something is sold.
    private func period(_ number: String) -> String { number.hasPrefix("\"P") ? number : "\"P9999M\"" }

    @Test("Whatever its numbers are, it is read, sold from and told in words", arguments: 0..<4)
    func numbers(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var sold = 0
        for _ in 0..<250 {
            let text = file { Self.numbers[random.below(Self.numbers.count)] }
            let configuration = try StoreKitConfiguration(data: Data(text.utf8), file: "absurd")
            let store = EmbeddedAppStore(catalog: SimulatorCatalog(configuration: configuration))
            try await store.activate()
            let products = try await store.products(for: ["c", "s"]).products
            #expect(products.allSatisfy { !$0.displayPrice.isEmpty })
            for rate in [0, 6, 10, 1_005, Int.max] {
                await store.updateSettings { $0.timeRate = SubscriptionTimeRate(rawValue: rate) }
                try await store.submit(products.map { payment(UInt64(bitPattern: Int64(rate)), $0.id) })
            }
            sold += await store.chargeCount
        }
        #expect(sold > 100)
    }

    @Test("Periods of any length and moments of any date have an end that does not lie before them")
    func ends() {
        for value in [Int.min, -1, 0, 1, 9_999, .max] {
            for unit in SubscriptionPeriod.Unit.allCases {
                var period = SubscriptionPeriod(1, unit)
                period.value = value
                for rate in [0, 1, 6, 10, 15, 1_000, Int.max] {
                    let rate = SubscriptionTimeRate(rawValue: rate)
                    for start in [Int64.min, -1, 0, 253_402_300_799_999, .max].map(Timestamp.init(milliseconds:)) {
                        #expect(rate.end(of: period, from: start) >= start)
                    }
                    #expect(rate.gracePeriod(for: period) > .zero)
                }
            }
        }
    }

    @Test("A fault plan's delays are held to a hundred years, whatever they say")
    func delays() {
        var random = SplitMix64(seed: 3)
        let ends: [Duration] = [.seconds(Int64.min), .seconds(-1), .zero, .seconds(1), .seconds(Int64.max)]
        for lower in ends {
            for upper in ends where upper >= lower {
                let delay = random.delay(FaultDelay(1, lower...upper)) ?? .seconds(-1)
                #expect(delay >= .zero && delay <= .seconds(100 * 365 * 86_400))
            }
        }
    }
}
