import Purser

// The agenda, and the events of subscriptions at their due times.
extension AccountJournal {
    /// The time of the next due event; `nil` if nothing is due without an action.
    var nextDue: Timestamp? {
        mutating get {
            while let entry = agenda.first {
                if isDue(entry) { return entry.time }
                agenda.removeFirst()
            }
            return nil
        }
    }

    /// Rebuilds the agenda from all waiting payments and subscriptions.
    mutating func makeAgenda() {
        agenda = Agenda()
        for subscription in book.subscriptions.all { plan(subscription) }
        for number in book.payments.pending.all.keys.sorted() { planPayment(number) }
    }

    /// Adds a waiting payment to the agenda, if it has a planned answer or lapses.
    mutating func planPayment(_ number: Int) {
        guard let time = dueTime(ofPayment: number) else { return }
        agenda.add(.init(time: time, subject: .payment(number)))
    }

    /// Adds the next event of a subscription to the agenda.
    mutating func plan(_ subscription: AccountSubscription) {
        guard let event = subscription.nextEvent else { return }
        agenda.add(.init(time: event.time, subject: .subscription(subscription.id, first: subscription.first)))
        // Outdated entries are removed when they are due, or when most entries are outdated.
        if agenda.count > 4 * (book.subscriptions.count + book.payments.pending.count) + 64 { makeAgenda() }
    }

    /// Whether an entry of the agenda is still current.
    func isDue(_ entry: Agenda.Entry) -> Bool {
        switch entry.subject {
        case .payment(let number): dueTime(ofPayment: number) == entry.time
        case .subscription(let id, _): book.subscriptions[id]?.nextEvent?.time == entry.time
        }
    }

    private func dueTime(ofPayment number: Int) -> Timestamp? {
        book.payments.dueTime(of: number, lifetime: catalog.settings.askToBuyLifetime)
    }

    /// Carries out the due event of a subscription, and the plain renewals that follow it.
    ///
    /// - Parameters:
    ///   - now: the current moment.
    ///   - limit: the maximum number of events.
    /// - Returns: the number of events.
    mutating func subscriptionIsDue(_ id: SubscriptionID, at time: Timestamp, before now: Timestamp, limit: Int) -> Int
    {
        guard let subscription = book.subscriptions[id], let event = subscription.nextEvent, event.time == time else {
            return 0
        }
        switch subscription.step(event.kind, under: RenewalConditions(for: subscription, in: catalog)) {
        case .passes(let phase):
            var next = subscription
            if phase.isOver { next.ended(phase) } else { next.phase = phase }
            next.sign(at: time)
            put(next)
            noticePhase(subscription.phase, of: next, at: time)
            return 1
        case .renews:
            let count = plainRenewals(of: subscription, by: now, limit: limit)
            if count > 0 {
                renewPlainly(subscription, count)
                return count
            }
            renew(subscription, from: subscription.end, reported: time)
            return 1
        }
    }

    /// The number of consecutive plain renewals that are due before any other event.
    private func plainRenewals(of subscription: AccountSubscription, by now: Timestamp, limit: Int) -> Int {
        guard subscription.isPlain, subscription.schedule.rate == catalog.settings.timeRate.rawValue,
            catalog.unpriced(subscription.productID)?.subscription?.subscriptionPeriod == subscription.schedule.period
        else { return 0 }
        var most = limit
        // The last renewal that the limit allows turns renewal off, so it is not plain.
        if let allowed = catalog.settings.renewalLimit { most = min(most, allowed - 1 - subscription.renewals) }
        var count = 0
        var ahead = subscription
        while count < most, let event = ahead.nextEvent, event.time <= now,
            agenda.isFirst(.init(time: event.time, subject: .subscription(subscription.id, first: subscription.first)))
        {
            count += 1
            ahead.period += 1
        }
        return count
    }

    private mutating func renewPlainly(_ subscription: AccountSubscription, _ count: Int) {
        append(renewalFields(of: subscription), of: subscription, number: subscription.period + 1, count: count)
        let last = book.transactions.lastRenewalPlace
        var next = subscription
        next.renewed(count, to: last)
        put(next)
        guard notices.isOn else { return }
        // Each renewal uses the subscription's state at that time.
        var then = subscription
        for place in last - count + 1...last {
            then.renewed(1, to: place)
            notice(.renewed(isRecovery: false), of: then, at: book.transactions[place].transaction.purchaseTime)
        }
    }

    /// Renews a subscription that is not plain: the next period begins at `start` and is reported at `reported`.
    mutating func renew(_ subscription: AccountSubscription, from start: Timestamp, reported: Timestamp) {
        let period = NextPeriod(of: subscription, in: catalog)
        guard var next = period.begun(subscription, from: start, reported: reported, by: catalog.settings) else {
            return put(subscription)
        }
        let fields = renewalFields(of: next)
        if start == subscription.end, reported == start, next.period >= 0 {
            append(fields, of: next, number: next.period, count: 1)
        } else {
            append(fields, of: next, from: start, reported: reported)
        }
        next.begins(with: book.transactions.lastRenewalPlace)
        put(next)
        for notice in Notice.renewal(subscription, next) { self.notice(notice, of: next, at: reported) }
    }

    private func renewalFields(of subscription: AccountSubscription) -> StoreTransaction.Fields {
        StoreTransaction.Fields(
            renewing: subscription, since: book.transactions[subscription.first].transaction, in: catalog)
    }

    /// Appends renewals that follow their terms.
    private mutating func append(
        _ fields: StoreTransaction.Fields, of subscription: AccountSubscription, number: Int, count: Int
    ) {
        countRenewals(count)
        book.transactions.append(
            StoreTransaction(fields), by: subscription.schedule, after: subscription.current, number: number,
            count: count)
    }

    /// Appends a renewal that differs from its terms.
    private mutating func append(
        _ fields: StoreTransaction.Fields, of subscription: AccountSubscription, from start: Timestamp,
        reported: Timestamp
    ) {
        countRenewals(1)
        var fields = fields
        (fields.purchaseTime, fields.expirationTime, fields.signedTime) = (start, subscription.end, reported)
        book.transactions.append(renewal: fields)
    }

    /// Marks renewals that are about to be appended as unreported.
    private mutating func countRenewals(_ count: Int) {
        let first = book.transactions.renewals.count
        let places = AccountTransactions.renewalPlace + first..<AccountTransactions.renewalPlace + first + count
        devices.renewed(places)
        happenings.note(.renewals(places))
        unreportedRenewals.append(first..<first + count)
    }
}
