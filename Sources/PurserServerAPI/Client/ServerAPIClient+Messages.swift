#if Verification
    public import Foundation
    public import Purser

    // Retention messages: what Apple shows to customers who are about to cancel.
    extension ServerAPIClient {
        /// Uploads an image; it is not repeated where it may have been carried out.
        ///
        /// - Parameters:
        ///   - image: the file, as PNG.
        ///   - id: the caller's own identifier of it.
        ///   - size: `FULL_SIZE` or `BULLET_POINT`; `nil` for Apple's choice.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func uploadImage(_ image: Data, as id: UUID, size: String? = nil) async throws -> StoreEnvironment {
            let query = size.map { [("imageSize", $0)] } ?? []
            return try await carryOut(CallRequest(.uploadImage, Self.text(id), query: query, image: image))
        }

        /// Deletes an image; it is not repeated where it may have been carried out.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func deleteImage(_ id: UUID) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.deleteImage, Self.text(id)))
        }

        /// All images.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getImageList() async throws -> ServerAPIAnswer<MessageImageList> {
            try await answer(to: CallRequest(.getImageList))
        }

        /// Uploads a message; it is not repeated where it may have been carried out.
        ///
        /// - Parameters:
        ///   - message: the message.
        ///   - id: the caller's own identifier of it.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func uploadMessage(_ message: RetentionMessage, as id: UUID) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.uploadMessage, Self.text(id), body: message))
        }

        /// Deletes a message; it is not repeated where it may have been carried out.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func deleteMessage(_ id: UUID) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.deleteMessage, Self.text(id)))
        }

        /// All messages.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getMessageList() async throws -> ServerAPIAnswer<RetentionMessageList> {
            try await answer(to: CallRequest(.getMessageList))
        }

        /// Sets the message of a product and a language.
        ///
        /// - Parameters:
        ///   - messageID: the message.
        ///   - productID: the subscription.
        ///   - locale: the language, such as `en-US`.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func configureDefaultMessage(
            _ messageID: UUID, for productID: String, locale: String
        ) async throws -> StoreEnvironment {
            let body = SingleMember("messageIdentifier", messageID)
            return try await carryOut(CallRequest(.configureDefaultMessage, productID, locale, body: body))
        }

        /// Removes the message of a product and a language; it is not repeated where it may have been carried out.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func deleteDefaultMessage(for productID: String, locale: String) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.deleteDefaultMessage, productID, locale))
        }

        /// The message of a product and a language.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getDefaultMessage(
            for productID: String, locale: String
        ) async throws -> ServerAPIAnswer<DefaultMessage> {
            try await answer(to: CallRequest(.getDefaultMessage, productID, locale))
        }

        /// Sets the address that Apple asks for messages.
        ///
        /// - Parameter address: an address of at most 256 characters.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func configureRealtimeURL(_ address: URL) async throws -> StoreEnvironment {
            var body = SingleMember("realtimeURL", address.absoluteString)
            if address.absoluteString.count > 256 { body.fault = "the address has more than 256 characters" }
            return try await carryOut(CallRequest(.configureRealtimeURL, body: body))
        }

        /// Removes that address; it is not repeated where it may have been carried out.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func deleteRealtimeURL() async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.deleteRealtimeURL))
        }

        /// That address.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getRealtimeURL() async throws -> ServerAPIAnswer<RealtimeAddress> {
            try await answer(to: CallRequest(.getRealtimeURL))
        }

        /// Begins a test of the speed of that address, in the sandbox; it is not repeated where it may have been carried out.
        ///
        /// - Parameter originalTransactionID: a subscription of a tester.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func initiatePerformanceTest(
            of originalTransactionID: String
        ) async throws -> ServerAPIAnswer<PerformanceTest> {
            let body = SingleMember("originalTransactionId", originalTransactionID)
            return try await answer(to: CallRequest(.initiatePerformanceTest, body: body))
        }

        /// How such a test went.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getPerformanceTestResults(
            _ requestID: String
        ) async throws -> ServerAPIAnswer<PerformanceTestResult> {
            try await answer(to: CallRequest(.getPerformanceTestResults, requestID))
        }

        private static func text(_ id: UUID) -> String { id.uuidString.lowercased() }
    }
#endif
