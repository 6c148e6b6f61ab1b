import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What one run of a worker notes durably.
struct UserNotes: Sendable {
    /// The number of the run, which every note names.
    private let round: Int
    private let users: TortureUsers
    /// What the handlers were called for.
    private let calls: NoteFile
    /// The payments that the App Store was given.
    private let payments: NoteFile
    /// The moves that the App Store was given.
    private let moves: NoteFile
    /// The updates that the named consumer got.
    private let seen: NoteFile

    /// Opens the files of a folder.
    ///
    /// - Throws: ``TortureError``.
    init(_ folder: TortureFolder, round: Int, users: TortureUsers) throws {
        (self.round, self.users) = (round, users)
        calls = try NoteFile(path: folder.calls)
        payments = try NoteFile(path: folder.payments)
        moves = try NoteFile(path: folder.moves)
        seen = try NoteFile(path: folder.seen)
    }

    /// Notes a call of a handler, or a delivery by the app.
    ///
    /// - Parameters:
    ///   - user: for whom it was called; `nil` for the user of the update.
    /// - Throws: ``TortureError``.
    func call(_ kind: UserCall.Kind, _ update: StoreUpdate, for user: UUID? = nil) throws {
        guard let user = user ?? users.user(of: update.account) else {
            throw TortureError("\(update) has no user")
        }
        let transaction = update.transaction
        try calls.note(
            UserCall(
                round: round, kind: kind, user: user, id: transaction.id, productID: transaction.productID,
                remaining: transaction.remainingQuantity, key: "\(update.key)"
            ).line)
    }

    /// Notes payments that the App Store is about to be given.
    ///
    /// - Throws: ``TortureError``.
    func submitting(_ payments: [BackendPayment]) throws {
        for payment in payments {
            guard let user = users.isShared ? users.ids[0] : payment.appAccountToken else {
                throw TortureError("\(payment) names no user")
            }
            try self.payments.note(
                UserPayment(
                    token: "\(payment.token)", user: user, productID: payment.productID, quantity: payment.quantity
                ).line)
        }
    }

    /// Notes a move that the App Store is about to be given.
    ///
    /// - Throws: ``TortureError``.
    func moving(_ transaction: StoreTransaction, to user: UUID) throws {
        try moves.note(UserMove(subject: transaction.subscriptionGroupID ?? transaction.id, user: user).line)
    }

    /// Notes an update that the named consumer has got.
    ///
    /// - Throws: ``TortureError``.
    func seen(_ update: StoreUpdate) throws {
        guard let user = users.user(of: update.account) else { throw TortureError("\(update) has no user") }
        try seen.note(SeenUpdate(update, of: user, round: round).line)
    }
}
