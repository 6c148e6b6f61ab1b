import Foundation
import Purser
import PurserSimulator

// The README's first purchase with its *Deliver*, and the product as an argument: run again and again by a test.
let appStore = try EmbeddedAppStore(contentsOf: URL(filePath: "Garden.storekit"))
let product = CommandLine.arguments.last ?? ""

var configuration = PurchaseStore.Configuration(backend: appStore)
configuration.ledger = .folder(URL(filePath: "ledger"))
configuration.grant = { update in
    print("credited", update.productID, "for transaction", update.transaction.id)
    print("key", update.key)  // not shown
}
let store = try await PurchaseStore.open(configuration)
let outcome = try await store.purchase(product)
if case .purchased = outcome { print("paid") }
print("owned:", store.entitlements.purchasedQuantity(of: product))
for report in store.rejectedReports { print("rejected", report) }
try await store.close()
