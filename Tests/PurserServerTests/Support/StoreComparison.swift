#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// Compares a book with one `PurchaseStore` for each user, told the same deliveries in the order in which they were recorded.
    ///
    /// It compares what nobody else was ever named for: to whom a purchase that moves belongs meanwhile depends on all users.
    struct StoreComparison {
        let deliveries: [RandomLives.Delivery]
        let book: PurchaseBook
        /// The places of the deliveries that changed something, in the order in which they were recorded.
        let order: [Int]

        /// Notes which delivery of which writer has changed a line, at the end of the transaction: then it has all locks, so that
        /// the notes of a line and of a user are in the order in which they were recorded.
        static let schema = """
            create table telling (part text primary key, delivery integer);
            create table told (id bigserial primary key, delivery integer);
            create function note_told() returns trigger language plpgsql as $$
            begin
                -- Not what was taken back within the call.
                if exists (select from purser.line where (realm, line, revision) = (new.realm, new.line, new.revision)) then
                    insert into public.told (delivery)
                    select delivery from public.telling where part = current_setting('book.writer');
                end if;
                return null;
            end $$;
            create constraint trigger told after insert or update on purser.line deferrable initially deferred
                for each row execute function note_told();
            """

        /// A comparison with what a session of the same database has noted.
        init(_ deliveries: [RandomLives.Delivery], _ book: PurchaseBook, _ session: Session) async throws {
            (self.deliveries, self.book) = (deliveries, book)
            let rows = try await session.run("select delivery from told order by id").rows
            order = rows.compactMap { $0.integer(0).map { Int($0) } }
        }

        /// What differs; empty where nothing does.
        func faults() async throws -> [String] {
            var faults: [String] = order.isEmpty ? ["nothing was noted"] : []
            for user in Set(deliveries.compactMap(\.holder.user)) { faults += try await self.faults(of: user) }
            return faults
        }

        private func faults(of user: UUID) async throws -> [String] {
            let lines = lines(of: user)
            let places = order + deliveries.indices.filter { !order.contains($0) }
            let own = places.map { deliveries[$0].value }.filter { !lines.isDisjoint(with: $0.lines) }
            let (store, owned) = try await Self.store(of: user, told: own)
            let shared = try await book.updates(of: user, limit: 10_000).filter {
                lines.contains($0.transaction.originalID)
            }
            let all = try await book.users.entitlements(of: user, at: FixedClock.moment)
            let products = Set(own.flatMap(\.transactions).map(\.productID))
            guard owned.activeProductIDs.filter(products.contains) == all.activeProductIDs.filter(products.contains),
                products.allSatisfy({ owned.purchasedQuantity(of: $0) == all.purchasedQuantity(of: $0) })
            else { return ["store \(owned.activeProductIDs), book \(all.activeProductIDs)"] }
            if store.map(Content.init) == shared.map(Content.init) { return [] }
            let differing = zip(store, shared).first { Content($0) != Content($1) }
            return [
                "store \(store.map(Self.words)), book \(shared.map(Self.words)): "
                    + (differing.map { "\(Content($0)) is \(Content($1))" } ?? "one has more")
            ]
        }

        /// The lines that name nobody else, and are not joined to one that does.
        private func lines(of user: UUID) -> Set<String> {
            let holder = Holder(user: user)
            var shared = Set(deliveries.filter { $0.holder != holder }.flatMap(\.value.lines))
            while let joined = deliveries.map(\.value.lines).first(where: {
                !shared.isDisjoint(with: $0) && !shared.isSuperset(of: $0)
            }) { shared.formUnion(joined) }
            return Set(deliveries.flatMap(\.value.lines)).subtracting(shared)
        }

        private static func words(_ update: StoreUpdate) -> String { "\(update.kind) \(update.transaction.id)" }

        /// What an update says; its number is the book's, with those of other lines.
        private struct Content: Equatable {
            let kind: StoreUpdate.Kind
            let transaction: StoreTransaction
            let renewal: ReportedRenewal?

            init(_ update: StoreUpdate) {
                (kind, transaction, renewal) = (update.kind, update.transaction, update.renewal)
            }
        }

        /// The updates of a store of a user's that is told deliveries, and what it says is owned.
        ///
        /// After each of them it is told of a purchase of its own, whose update says that the delivery was recorded: deliveries that
        /// a store finds together it would record together.
        private static func store(of user: UUID, told deliveries: [LineDelivery]) async throws -> (
            [StoreUpdate], StoreEntitlements
        ) {
            let backend = SilentBackend()
            var configuration = PurchaseStore.Configuration(backend: backend)
            (configuration.account, configuration.clock) = (.user(user), FixedClock())
            let store = try await PurchaseStore.open(configuration)
            var updates: [StoreUpdate] = []
            var reader = try store.updates(from: .beginning).makeAsyncIterator()
            for (number, delivery) in deliveries.enumerated() {
                let end = "end \(number)"
                var last = StoreTransaction.coins(end, of: user).fields
                last.productID = "end"
                backend.inbox.put(events(of: delivery))
                backend.inbox.put(events(of: LineDelivery(transactions: [StoreTransaction(last)])))
                while let update = await reader.next(), update.transaction.id != end { updates.append(update) }
            }
            let owned = store.entitlements
            try await store.close()
            return (updates, owned)
        }

        private static func events(of delivery: LineDelivery) -> [BackendEvent] {
            delivery.transactions.map {
                .transaction(BackendTransaction($0, origin: .elsewhere, needsFinish: false))
            } + delivery.renewals.map { .renewalInfo(BackendRenewalInfo($0)) }
        }
    }

    /// A moment at which everything that is reported has been signed, and what lasts is owned.
    private struct FixedClock: StoreClock {
        static let moment = at(1_050)
        private let clock = SystemClock()
        func now() -> Duration { clock.now() }
        func currentDate() -> Date { Self.moment.date }
        func sleep(until deadline: Duration) async throws { try await clock.sleep(until: deadline) }
    }
#endif
