#if Server
    import Purser

    #if canImport(FoundationEssentials)
        package import FoundationEssentials
    #else
        package import Foundation
    #endif

    /// Who has rows of a line: a user, or nobody yet, where they are kept under the line itself.
    package struct Holder: Sendable, Hashable {
        /// How the database names it; see Tables.swift.
        package let text: String

        /// The holder that the database names so.
        package init(text: String) { self.text = text }

        /// A user.
        package init(user: UUID) { text = user.uuidString.lowercased() }

        /// Nobody, for a line.
        package init(line: String) { text = "line:" + line }

        /// Stands for all users, in jobs of the whole book.
        package static let everybody = Holder(text: "everybody")

        /// The user; `nil` where there is none.
        package var user: UUID? { isUser ? UUID(uuidString: text) : nil }

        /// Whether it is a user.
        package var isUser: Bool { !text.hasPrefix("line:") }

        /// A transaction as it is recorded here: without the name of another user, whom the App Store names and the policy does
        /// not move it to, and without the signed form, which has that name as well.
        ///
        /// So a user's rows name nobody else, and erasing a user has no rows of others to look for.
        func own(_ transaction: StoreTransaction) -> StoreTransaction {
            guard names(other: transaction.appAccountToken) else { return transaction }
            return transaction.with { ($0.appAccountToken, $0.jwsRepresentation) = (nil, nil) }
        }

        /// The same of a renewal info.
        func own(_ renewal: StoreRenewalInfo) -> StoreRenewalInfo {
            guard names(other: renewal.appAccountToken) else { return renewal }
            var renewal = renewal
            (renewal.appAccountToken, renewal.jwsRepresentation) = (nil, nil)
            return renewal
        }

        private func names(other token: UUID?) -> Bool { token.map { Holder(user: $0) != self } ?? false }
    }
#endif
