#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserVerification

    /// Answers the calls about retention messages from records.
    struct RetentionDesk: Sendable {
        private var records = [false: RetentionRecords(isSandbox: false), true: RetentionRecords(isSandbox: true)]
        private var tests = PerformanceRecords()

        /// Reviews the uploads of production.
        mutating func review(isApproved: Bool) { records[false]?.review(isApproved: isApproved) }

        /// Answers a call.
        mutating func answer(_ call: ServerCall, at now: Timestamp) throws(ServerRejection) -> ServerReply {
            var own = records[call.isSandbox] ?? RetentionRecords(isSandbox: call.isSandbox)
            let reply = try answer(call, &own, at: now)
            records[call.isSandbox] = own
            return reply
        }

        private mutating func answer(
            _ call: ServerCall, _ own: inout RetentionRecords, at now: Timestamp
        ) throws(ServerRejection) -> ServerReply {
            switch call.call {
            case .uploadImage:
                try own.upload(call.body, as: Self.id(call.values[0]), size: call.value("imageSize"))
            case .deleteImage: try own.deleteImage(Self.id(call.values[0]))
            case .getImageList: return ServerReply(own.imageList)
            case .uploadMessage: try own.upload(call.members(), as: Self.id(call.values[0]))
            case .deleteMessage: try own.deleteMessage(Self.id(call.values[0]))
            case .getMessageList: return ServerReply(own.messageList)
            case .configureDefaultMessage:
                let id = try call.members()["messageIdentifier"]?.asUUID
                try own.setDefault(id, for: Self.place(call))
            case .deleteDefaultMessage: try own.deleteDefault(for: Self.place(call))
            case .getDefaultMessage: return ServerReply(try own.defaultMessage(for: Self.place(call)))
            case .configureRealtimeURL:
                let text = try call.members()["realtimeURL"]?.asText ?? ""
                try own.setAddress(text, isTested: tests.hasPassed(at: now))
            case .deleteRealtimeURL: try own.setAddress(nil, isTested: false)
            case .getRealtimeURL:
                guard let address = own.address else { throw ServerRejection(.realtimeUrlNotFound) }
                var members = SignedMembers()
                members.text("realtimeURL", address)
                return ServerReply(members)
            case .getPerformanceTestResults: return ServerReply(try tests.result(call.values[0], at: now))
            default: throw ServerRejection(.generalBadRequest)
            }
            return ServerReply()
        }

        /// Begins a performance test for an existing subscription.
        mutating func beginTest(_ call: ServerCall, at now: Timestamp) throws(ServerRejection) -> ServerReply {
            guard call.isSandbox else { throw ServerRejection(.invalidPerformanceTestRequest) }
            return ServerReply(try tests.begin(records[true]?.address, at: now))
        }

        private static func id(_ text: String) throws(ServerRejection) -> UUID {
            guard let id = UUID(uuidString: text) else { throw ServerRejection(.generalBadRequest) }
            return id
        }

        private static func place(_ call: ServerCall) throws(ServerRejection) -> RetentionRecords.Place {
            let (product, locale) = (call.values[0], call.values[1])
            let parts = locale.split { $0 == "-" || $0 == "_" }
            guard let language = parts.first, (2...3).contains(language.count), language == language.lowercased() else {
                throw ServerRejection(.invalidLocale)
            }
            return .init(productID: product, locale: locale)
        }
    }
#endif
