import Foundation
import Purser
import PurserFormats
import PurserSimulator
import Testing

@Suite("Damaged StoreKit configurations")
struct MutationTests {
    private static let sample = """
        {"version":{"major":4,"minor":0},"identifier":"1","products":[{"productID":"a","type":"Consumable",
        "displayPrice":"0.99","familyShareable":false,"localizations":[{"locale":"en_US","displayName":"A","description":""}]}],
        "nonRenewingSubscriptions":[{"productID":"n","type":"NonRenewingSubscription","displayPrice":"5"}],
        "settings":{"_timeRate":12,"_storefront":"DEU","_storeKitErrors":[{"name":"Purchase","enabled":true,
        "current":{"type":"purchase","index":1}}]},"subscriptionGroups":[{"id":"G","name":"N","subscriptions":[
        {"productID":"s","type":"RecurringSubscription","displayPrice":"4.99","recurringSubscriptionPeriod":"P1M",
        "groupNumber":1,"introductoryOffer":{"internalID":"1","paymentMode":"free","subscriptionPeriod":"P1W"},
        "adHocOffers":[{"offerID":"o","paymentMode":"payAsYouGo","displayPrice":"1.5","numberOfPeriods":3,
        "subscriptionPeriod":"P1M"}],"billingPlans":[{"billingPlanType":"MONTHLY","displayPrice":"0.5"}]}]}]}
        """

    @Test("However a file is damaged, it loads or is refused by name, and what loads is sound", arguments: 0..<4)
    func damage(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let original = [UInt8](Self.sample.utf8)
        var loaded = 0
        var rejected = 0
        for _ in 0..<500 {
            var bytes = original
            for _ in 0...Int.random(in: 0..<3, using: &random) { mutate(&bytes, &random) }
            do throws(ProductFileFailure) {
                let file = try StoreKitConfiguration(data: Data(bytes), file: "damaged")
                loaded += 1
                #expect(Set(file.allProducts.map(\.id)).count == file.allProducts.count)
                #expect(file.allProducts.allSatisfy { $0.price >= 0 && !$0.id.isEmpty })
            } catch {
                rejected += 1
                #expect(error.file == "damaged")
            }
        }
        #expect(loaded > 20 && rejected > 20)
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[index] = Array("{}[]\",:0-e.n\\".utf8).randomElement(using: &random) ?? 0
        case 2: bytes.remove(at: index)
        case 3: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: index)
        case 4: bytes.removeSubrange(index..<min(bytes.count, index + 8))
        default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 20)], at: index)
        }
    }
}
