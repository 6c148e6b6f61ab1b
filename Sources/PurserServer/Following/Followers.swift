#if Server
    import Purser

    /// Wakes who follows updates in this process, and has other processes' followers woken.
    ///
    /// Both are hints: followers also look by themselves, again and again.
    final class Followers: Sendable {
        /// Whenever a user may have become due.
        let due = EventCount()
        /// Whenever this process has recorded an update that other processes may wait for.
        let recorded = EventCount()

        /// This process has recorded updates.
        func noteRecorded() {
            due.advance()
            recorded.advance()
        }

        /// Another process may have recorded updates.
        func noteHint() { due.advance() }

        /// Ends every wait.
        func close() {
            due.close()
            recorded.close()
        }
    }
#endif
