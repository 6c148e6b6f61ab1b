// Passes what is owned to the app's handler, for widgets and extensions.
extension StoreSessions {
    /// Publishes what is owned: it is read when the call begins, so that no call brings back an earlier user.
    ///
    /// - Throws: the error of the handler.
    func publish() async throws {
        guard let publish = parts.configuration.publish else { return }
        try await parts.publishing.run { [self] in try publish(entitlements) }
    }

    /// Publishes what is owned now, and after each change, until the store closes.
    func publishChanges() async {
        var number = -1
        while let session = await next(after: number) {
            number = session.number
            let changes = session.engine.ledger.entitlements.changes
            var seen = changes.count
            repeat {
                seen = changes.count
                let policy = parts.configuration.retries.publish
                try? await parts.retrier.run(.publish, policy: policy) { _ in try await publish() }
            } while (try? await changes.wait(after: seen)) != nil
        }
    }
}
