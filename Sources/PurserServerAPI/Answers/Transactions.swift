#if Verification
    /// One transaction.
    public struct TransactionInfo: AnswerObject {
        let fields: AnswerFields

        /// The transaction, as compact JWS.
        public var signedTransaction: String? { fields.text("signedTransactionInfo") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["signedTransactionInfo": .text]
    }

    /// A customer's app transaction.
    public struct AppTransactionInfo: AnswerObject {
        let fields: AnswerFields

        /// The app transaction, as compact JWS.
        public var signedAppTransaction: String? { fields.text("signedAppTransactionInfo") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["signedAppTransactionInfo": .text]
    }

    /// The transactions of an order.
    public struct OrderLookup: AnswerObject {
        let fields: AnswerFields

        /// 0 for an order of this app, 1 for any other order number.
        public var status: Int? { fields.int("status") }
        /// The transactions, each as compact JWS.
        public var signedTransactions: [String] { fields.texts("signedTransactions") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["status": .integer, "signedTransactions": .texts]
        static let required = ["status"]
    }
#endif
