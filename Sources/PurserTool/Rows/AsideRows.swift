import Purser

/// Updates that a reader could not deal with: reader, number, transaction, product, and whether it was released or why not.
enum AsideRows {
    /// The updates, for people.
    static func lines(_ updates: [SetAsideUpdate]) -> [String] {
        guard !updates.isEmpty else { return ["No reader has set an update aside."] }
        return Table.lines(
            updates.map { aside in
                [
                    Line.single(aside.consumer), "#\(aside.update.sequence)", aside.update.transaction.id,
                    Line.single(aside.update.productID), aside.isReleased ? "released" : Line.single(aside.reason),
                ]
            })
    }

    /// One update, for programs.
    static func json(_ aside: SetAsideUpdate) -> JSONText {
        .line(
            "setAside",
            [
                ("reader", .string(aside.consumer)), ("reason", .string(aside.reason)),
                ("isReleased", .bool(aside.isReleased)), ("update", .update(aside.update)),
            ])
    }
}
