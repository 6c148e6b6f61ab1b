import Purser

/// Failed updates of a consumer: consumer, number, transaction, product, and the release or the error.
enum FailedUpdateRows {
    /// The updates, for people.
    static func lines(_ updates: [FailedUpdate]) -> [String] {
        guard !updates.isEmpty else { return ["No consumer has a failed update."] }
        return Table.lines(
            updates.map { failed in
                [
                    Line.single(failed.consumer), "#\(failed.update.sequence)", failed.update.transaction.id,
                    Line.single(failed.update.productID), failed.isReleased ? "released" : Line.single(failed.reason),
                ]
            })
    }

    /// One update, for programs.
    static func json(_ failed: FailedUpdate) -> JSONText {
        .line(
            "failedUpdate",
            [
                ("consumer", .string(failed.consumer)), ("reason", .string(failed.reason)),
                ("isReleased", .bool(failed.isReleased)), ("update", .update(failed.update)),
            ])
    }
}
