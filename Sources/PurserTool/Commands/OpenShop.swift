import Purser
import PurserSimulator

extension Command {
    static let shop = Command(
        "shop", "Buy manually: one command per line, until quit or the end of input",
        brief: "buy by hand: line by line", operands: "[FILE]",
        options: [
            .attach, OptionSyntax("--listen PATH", "Let purser --attach PATH control this shop's account meanwhile"),
            .ownHome, .durability, .manual, .json, .diagnostics,
        ],
        details: """
            Type help for the commands. On a terminal, lines can be edited and recalled, and the Tab key completes
            commands and products, if libedit or readline is installed. A pipe works too: echo 'buy 1' | purser shop
            FILE. The status is then 1 if a line failed.

            advance 1m moves time forward by a month; renew, card, grace, price, consent, expire, share and redeem are
            actions of customers and the App Store on subscriptions. With --home, the customer's time stays moved
            forward.

            With --attach instead of FILE the commands are sent to an App Store that listens: that of a shop with
            --listen, or of an app in development that calls EmbeddedAppStore.listen(at:). Commands for the app's store,
            such as owned and restore, work if the app has attached it.
            """
    ) { arguments in
        let (place, listening) = (try Place(arguments), arguments.value("listen"))
        if listening != nil, arguments.has("attach") { throw UsageError("--listen needs a FILE, not --attach") }
        return { try await OpenShop(place: place, listeningPath: listening).run($0) }
    }
}

private struct OpenShop: Sendable {
    let place: Place
    let listeningPath: String?

    func run(_ output: Output) async throws {
        switch place.source {
        case .file(let path):
            let revoked = Lock<[StoreUpdate]>([])
            let revoke = { @Sendable (update: StoreUpdate) in revoked.withLock { $0.append(update) } }
            let grant = { @Sendable (_: StoreUpdate) in }
            try await place.open(path, output, inFull: true, revoke: revoke, grant: grant) { session, file in
                let shop = Shop(session, file, output, revoked: revoked)
                try await listening(session) {
                    let count = Words.count(try await shop.products.count, "product")
                    output.remark("\(Line.single(file.name)) sells \(count); help explains.")
                    try await shop.perform(.list)
                    try await shop.serve(await ShopInput(shop.store.names, output))
                }
            }
        case .attached(let path):
            let shop = try await AttachedShop(path, output)
            let count = Words.count(shop.store.names.ids.count, "product")
            output.remark("Attached to an App Store that sells \(count); help explains.")
            try await shop.serve(await ShopInput(shop.store.names, output))
        }
    }

    /// Works, and serves other programs meanwhile if requested.
    private func listening(_ session: Session, _ work: @Sendable () async throws -> Void) async throws {
        guard let listeningPath else { return try await work() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let ready = EventCount()
            group.addTask {
                defer { ready.close() }
                try await session.appStore.listen(path: listeningPath, store: session.store) { ready.advance() }
            }
            if (try? await ready.wait(after: 0)) == nil { try await group.waitForAll() }
            defer { group.cancelAll() }
            try await work()
        }
    }
}
