#if !canImport(Darwin)
    import Foundation
    import Purser

    /// Calls a session's delegate, and makes the session wait while many calls are due.
    ///
    /// FoundationNetworking reads from the network without a pause, and adds a call of the delegate for each piece of at
    /// most 16 KiB. Without a limit a fast server fills the memory with pieces that the delegate has not seen. So the
    /// thread that reads waits here, and the server with it. It does not wait for a delegate that blocks, because all
    /// requests of the session share this thread.
    ///
    /// A task is cancelled on the same thread, once the server makes a pause. While a cancellation waits for that, the
    /// thread calls the delegate itself, after all due calls, which is the fastest way to the end of what was sent.
    ///
    /// `@unchecked` as its superclass is: every access to a property is made under the lock.
    final class DelegateQueue: OperationQueue, @unchecked Sendable {
        private let condition = NSCondition()
        private let patience: TimeInterval
        private let isCancelling: @Sendable () -> Bool
        /// The numbers of calls that were added, and of those among them that ended.
        private var (added, ended) = (0, 0)
        /// Whether a call has taken longer than the limit, until it ends.
        private var isBlocked = false
        /// Whether a timer is set that looks for a blocked call.
        private var isWatched = false

        /// The number of due calls above which the session waits: 1 MiB of pieces.
        static let most = 64

        /// Makes a queue that makes one call at a time.
        ///
        /// - Parameters:
        ///   - patience: the time after which a call counts as blocked, in seconds. It may take twice as long until that is seen.
        ///   - isCancelling: whether a cancellation waits for the session.
        init(patience: TimeInterval = 1, isCancelling: @escaping @Sendable () -> Bool) {
            self.patience = patience
            self.isCancelling = isCancelling
            super.init()
            maxConcurrentOperationCount = 1
        }

        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            guard isAdded() else { return block() }
            super.addOperation { [self] in
                block()
                end()
            }
        }

        /// Waits for room.
        ///
        /// - Returns: whether the call is to be added; otherwise it is to be made at once.
        private func isAdded() -> Bool {
            condition.lock()
            defer { condition.unlock() }
            while added - ended >= (isCancelling() ? 1 : Self.most), !isBlocked {
                watch()
                condition.wait()
            }
            if added == ended, isCancelling() { return false }
            added += 1
            return true
        }

        /// Sets a timer that finds out whether a call has ended meanwhile.
        ///
        /// Not a wait with an end, because those go by the date here, and a person can set the date back.
        private func watch() {
            guard !isWatched else { return }
            isWatched = true
            DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self, ended] in
                self?.look(after: ended)
            }
        }

        private func look(after before: Int) {
            condition.lock()
            isWatched = false
            isBlocked = ended == before
            condition.signal()
            condition.unlock()
        }

        private func end() {
            condition.lock()
            ended += 1
            isBlocked = false
            condition.signal()
            condition.unlock()
        }
    }
#endif
