#if Server
    import Purser

    // Of a purchase that has moved several users have a version.
    extension StoreTransaction {
        /// The version that its former user keeps where a later one moves it: revoked, and signed just before the later one.
        ///
        /// So what was signed before the move is older than this version as well, also where the new user is erased.
        func movedAway(by later: StoreTransaction, at now: Timestamp) -> StoreTransaction {
            let date = later.signedTime?.advanced(by: .milliseconds(-1)) ?? signedTime
            return revoked(at: now).signed(at: date.isEarlier(than: signedTime) ? signedTime : date)
        }

        /// Whether it is later than another user's version; with equal dates or none, the one that is not revoked is.
        func counts(before other: StoreTransaction) -> Bool {
            if isOlder(than: other) || other.isOlder(than: self) { return other.isOlder(than: self) }
            return other.isRevokedOrUpgraded && !isRevokedOrUpgraded
        }
    }
#endif
