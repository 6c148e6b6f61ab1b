/// How many entries are kept in memory at most.
///
/// Beyond a limit the oldest are dropped, unless it says otherwise. What is dropped is reported again, is in the ledger,
/// or is only information.
package enum MemoryLimits {
    /// Identifiers of products that the backend does not know; with more, all are forgotten and requested again.
    package static let invalidProductIDs = 10_000
    /// Diagnostics that no stream has read; before the first stream the latest are dropped.
    package static let diagnostics = 256
    /// Messages of the App Store that no stream has read.
    package static let messages = 256
    /// Rejected reports that are listed.
    package static let rejectedReports = 256
    /// Failed transactions that have ended their payments.
    package static let failedTransactions = 10_000
    /// Transactions that named no payment while one was open, with the number of their report.
    package static let arrivals = 10_000
    /// Transactions that wait until it is known which payment they answer; further ones stay with the backend.
    package static let undecidedTransactions = 1_000
    /// Open payments besides the submitted ones, for transactions that come late.
    package static let latePayments = 1_000
    /// States of a product that wait for a watcher; with one more, only the latest is kept.
    package static let productStates = 64
    /// Transactions that are verified or recorded later, with their newest report.
    package static let overtakenTransactions = 1_024
}
