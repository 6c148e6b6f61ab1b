import Purser

/// The code of the failure that `body` throws; `nil` when it throws none, `unknown` when it throws something else.
func failureCode<Value>(_ body: () async throws -> Value) async -> PurchaseFailure.Code? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? PurchaseFailure)?.code ?? .unknown
    }
}
