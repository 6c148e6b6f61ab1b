import Purser

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension SimulatorCatalog {
    /// A price, rounded to an amount that can be paid in a currency: 9.99 becomes 10 yen.
    package static func payable(_ price: Decimal, currency: String?) -> Decimal {
        PriceText.payable(price, currency: currency)
    }
}
