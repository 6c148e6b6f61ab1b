#if Server
    import Purser

    extension BookFailure {
        /// An error that the database answered, by its SQLSTATE and its text.
        package init(state: String, _ text: String) {
            let advice: (code: Code, message: String) =
                switch state {
                case "25006":
                    (
                        .readOnly,
                        "It takes no changes. Name all servers in the address, and target_session_attrs=read-write."
                    )
                case "53100": (.full, "Its disk is full. Free some space; what was reported is reported again.")
                case "53300", "55P03", "40001", "40P01", "53200", "53400":
                    (.busy, "It is busy. Try again; with fewer connections if it has too many.")
                case "42501", "28000", "28P01":
                    (.denied, "Its user may not do this. Run purser book migrate, and grant the role that it names.")
                case "3D000", "3F000", "42P01", "42703", "42883":
                    (.wrongSchema, "Its schema is not this version's. Run purser book migrate with this version.")
                case "22021", "22P05":
                    (
                        .unstorable,
                        "A text has a character that it cannot hold. Make the database with the encoding UTF8."
                    )
                case _ where state.hasPrefix("08") || state.hasPrefix("57P"):
                    (.cutOff, "The connection ended. Repeat the call; repeating does no harm.")
                default: (.rejected, "See the database's log, and report this if the schema was not changed by hand.")
                }
            self.init(
                advice.code, "The database answered \(state) (\(Wording.short(text))). \(advice.message)",
                isOutcomeKnown: advice.code != .cutOff)
        }

        /// No connection could be made to an address, by libpq's text.
        package init(connecting text: String, to address: String) {
            let advice: (code: Code, message: String) =
                // A parameter of the address, by libpq itself: what a server says comes after the server's name.
                if text.hasPrefix("invalid ") {
                    (.invalidAddress, "this parameter of the address.")
                } else if text.contains("certificate") || text.contains("SSL") {
                    (.unreachable, "the server's certificate, and sslrootcert in the address.")
                } else if text.contains("authentication failed") || text.contains("does not exist") {
                    (.denied, "its user, password and name.")
                } else {
                    (.unreachable, "that it runs and can be reached from here.")
                }
            self.init(
                advice.code,
                "No connection to the database (\(address)): \(text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")). "
                    + "Check " + advice.message)
        }

        /// No answer came before a deadline; the call may still be carried out.
        package static func timedOut(afterSending: Bool) -> BookFailure {
            BookFailure(
                .timedOut,
                afterSending
                    ? "The database did not answer in time. Repeat the call; repeating does no harm."
                    : "The database could not be reached in time. Check its address, and whether it runs.",
                isOutcomeKnown: !afterSending)
        }

        /// A delivery waited for a call for too long.
        package static let overloaded = BookFailure(
            .timedOut, "The database answers too slowly for all that is reported. Report it again.")

        /// The connection ended before the answer.
        package static func cutOff(_ text: String) -> BookFailure {
            BookFailure(
                .cutOff,
                "The connection ended before the answer (\(Wording.short(text))). Repeat the call; repeating does no harm.",
                isOutcomeKnown: false)
        }

        /// The book is closed.
        package static let closed = BookFailure(.closed, "The book is closed. Open another one.")

        /// A record cannot be read.
        package static func damaged(_ subject: String, _ reason: String) -> BookFailure {
            BookFailure(
                .damaged,
                "\(subject) cannot be read: \(reason). If a newer version has written it, update this process first; "
                    + "otherwise restore the row from a backup.")
        }
    }
#endif
