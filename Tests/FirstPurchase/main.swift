import Foundation
import Purser
import PurserSimulator

let appStore = try EmbeddedAppStore(contentsOf: URL(filePath: "Garden.storekit"))
let store = try await PurchaseStore.open(backend: appStore)

let seeds = "com.example.garden.seeds.10"
let outcome = try await store.purchase(seeds)
if case .purchased(let purchase) = outcome {
    print("paid for", purchase.transaction.productID)
}
print("packets of seeds:", store.entitlements.purchasedQuantity(of: seeds))
try await store.close()
