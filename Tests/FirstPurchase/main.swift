import Purser
import PurserSimulator

let configuration = try StoreKitConfiguration(contentsOf: "Garden.storekit")
let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(configuration: configuration))
let store = try await PurchaseStore.open(backend: appStore)

let seeds = "com.example.garden.seeds.10"
let outcome = try await store.purchase(seeds)
if case .purchased(let purchase) = outcome {
    print("paid, transaction", purchase.transaction.id)
}
print("packets of seeds:", store.entitlements.purchasedQuantity(of: seeds))
await store.close()
