#if Server
    import Purser

    #if canImport(FoundationEssentials)
        package import FoundationEssentials
    #else
        package import Foundation
    #endif

    /// Who has rows of a line: a user, or nobody yet, where they are kept under the line itself.
    package struct Holder: Sendable, Hashable {
        /// How the database names it; see Tables.sql.
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
    }
#endif
