#if Server
    import PurserServer

    /// The failure of a book that `body` throws; `nil` when it throws none.
    func failure<Value>(_ body: () async throws -> Value) async -> BookFailure? {
        do { _ = try await body() } catch { return error as? BookFailure }
        return nil
    }
#endif
