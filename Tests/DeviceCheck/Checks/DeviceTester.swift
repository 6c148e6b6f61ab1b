import Purser

/// What a person, or a test session, does to the store that is checked.
protocol DeviceTester: Sendable {
    /// A backend on the store.
    func makeBackend() async throws -> any StoreBackend
    /// Makes the store forget what was bought before.
    func reset() async throws
    /// Buys a product outside the app.
    func buyOutside(_ productID: String) async throws
    /// Gives the money of a transaction back.
    func refund(_ transactionID: String) async throws
    /// Whether a parent must approve each purchase from now on.
    func setAsksToBuy(_ asks: Bool) async throws
    /// Approves what waits for a parent.
    func approve() async throws
}
