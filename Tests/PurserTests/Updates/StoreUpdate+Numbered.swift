import Purser

extension StoreUpdate {
    /// An update of which nothing but its number counts.
    static func numbered(_ number: UInt64) -> StoreUpdate {
        StoreUpdate(sequence: number, transaction: .sample("t\(number)"))
    }
}
