#if Studio
    package import Purser
    import PurserFormats

    /// A numbered update, as the page lists it.
    package struct StudioUpdate: Sendable, Hashable {
        let number: UInt64
        /// Its identifier among the updates of all launches.
        let key: String
        let phase: String
        /// The event, such as `renewed`, or the state of the subscription.
        let words: String
        let product: String
        let transaction: String
        /// The date of its record, in milliseconds since 1970; `nil` if unknown.
        let date: Int64?

        /// Makes it from an update of a store in this program.
        package init(_ update: StoreUpdate) {
            (number, key, phase) = (update.sequence, "\(update.key)", "\(update.phase)")
            words = update.renewalState.map { StudioWords.spaced("\($0)") } ?? "\(update.kind)"
            (product, transaction) = (update.transaction.productID, update.transaction.id)
            date = update.recordTime.milliseconds
        }

        /// Reads an app store's description of an update for clients.
        init?(_ json: JSONValue) {
            guard let number = json.integer("sequence"), number > 0, let transaction = json["transaction"],
                let id = transaction.text("id"), let product = transaction.text("product")
            else { return nil }
            (self.number, key, phase) = (UInt64(number), "\(number)", json.text("phase") ?? "")
            (words, self.product, self.transaction, date) = (json.text("kind") ?? "", product, id, nil)
        }
    }
#endif
