#if Studio
    package import Purser

    /// A numbered update, as the page lists it.
    package struct StudioUpdate: Sendable, Hashable {
        let number: UInt64
        /// What identifies it among those of all launches.
        let key: String
        let phase: String
        /// What happened, such as `renewed`, or where the subscription stands.
        let words: String
        let product: String
        let transaction: String
        /// When it was recorded, in milliseconds since 1970; `nil` where that is not known.
        let date: Int64?

        /// An update of a store in this program.
        package init(_ update: StoreUpdate) {
            (number, key, phase) = (update.sequence, "\(update.key)", "\(update.phase)")
            words = update.renewalState.map { StudioWords.spaced("\($0)") } ?? "\(update.kind)"
            (product, transaction) = (update.transaction.productID, update.transaction.id)
            date = update.recordTime.milliseconds
        }

        /// An update as an app's store describes it to clients.
        init?(_ json: JSONValue) {
            guard let number = json.integer("sequence"), number > 0, let transaction = json["transaction"],
                let id = transaction.text("id"), let product = transaction.text("product")
            else { return nil }
            (self.number, key, phase) = (UInt64(number), "\(number)", json.text("phase") ?? "")
            (words, self.product, self.transaction, date) = (json.text("kind") ?? "", product, id, nil)
        }
    }
#endif
