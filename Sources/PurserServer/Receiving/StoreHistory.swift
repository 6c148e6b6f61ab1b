#if Server
    public import PurserServerAPI

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// What the App Store has sent and sold, for a book that catches up after an outage.
    ///
    /// A `ServerAPIClient` is one.
    public protocol StoreHistory: Sendable {
        /// Reads the notifications of a time, oldest first, page by page, as signed texts.
        ///
        /// - Parameters:
        ///   - start: the first moment.
        ///   - end: the last moment.
        ///   - body: takes a page. What it throws ends the reading.
        func notifications(
            from start: Date, to end: Date, _ body: @Sendable ([String]) async throws -> Void
        ) async throws

        /// Reads a customer's transactions, page by page, as signed texts.
        ///
        /// - Parameters:
        ///   - transactionID: any transaction of the customer's.
        ///   - body: takes a page. What it throws ends the reading.
        func transactions(of transactionID: String, _ body: @Sendable ([String]) async throws -> Void) async throws
    }

    extension ServerAPIClient: StoreHistory {
        /// Reads the notifications of a time, oldest first, page by page.
        public func notifications(
            from start: Date, to end: Date, _ body: @Sendable ([String]) async throws -> Void
        ) async throws {
            for try await page in notificationHistory(NotificationHistoryRequest(from: start, to: end)) {
                try await body(page.value.notifications.compactMap(\.signedPayload))
            }
        }

        /// Reads a customer's transactions, page by page.
        public func transactions(of transactionID: String, _ body: @Sendable ([String]) async throws -> Void)
            async throws
        {
            for try await page in transactionHistory(of: transactionID) {
                try await body(page.value.signedTransactions)
            }
        }
    }
#endif
