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
        for line in book.lines.all { plan(line) }
        for number in book.payments.pending.all.keys.sorted() { planPayment(number) }
    }

    /// Adds a waiting payment to the agenda, if it has a planned answer or lapses.
    mutating func planPayment(_ number: Int) {
        guard let time = dueTime(ofPayment: number) else { return }
        agenda.add(.init(time: time, subject: .payment(number)))
    }

    /// Adds the next event of a subscription to the agenda.
    mutating func plan(_ line: SubscriptionLine) {
        guard let event = line.nextEvent else { return }
        agenda.add(.init(time: event.time, subject: .line(line.id, first: line.first)))
        // Outdated entries are removed when they are due, or when most entries are outdated.
        if agenda.count > 4 * (book.lines.count + book.payments.pending.count) + 64 { makeAgenda() }
    }

    /// Whether an entry of the agenda is still current.
    func isDue(_ entry: Agenda.Entry) -> Bool {
        switch entry.subject {
        case .payment(let number): dueTime(ofPayment: number) == entry.time
        case .line(let id, _): book.lines[id]?.nextEvent?.time == entry.time
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
    mutating func lineIsDue(_ id: LineID, at time: Timestamp, before now: Timestamp, limit: Int) -> Int {
        guard let line = book.lines[id], let event = line.nextEvent, event.time == time else { return 0 }
        switch line.step(event.kind, under: RenewalConditions(for: line, in: catalog)) {
        case .passes(let phase):
            var next = line
            if phase.isOver { next.ended(phase) } else { next.phase = phase }
            next.sign(at: time)
            put(next)
            noticePhase(line.phase, of: next, at: time)
            return 1
        case .renews:
            let count = plainRenewals(of: line, by: now, limit: limit)
            if count > 0 {
                renewPlainly(line, count)
                return count
            }
            renew(line, from: line.end, reported: time)
            return 1
        }
    }

    /// The number of consecutive plain renewals that are due before any other event.
    private func plainRenewals(of line: SubscriptionLine, by now: Timestamp, limit: Int) -> Int {
        guard line.isPlain, line.schedule.rate == catalog.settings.timeRate.rawValue,
            catalog.unpriced(line.productID)?.subscription?.subscriptionPeriod == line.schedule.period
        else { return 0 }
        var most = limit
        // The last renewal that the limit allows turns renewal off, so it is not plain.
        if let allowed = catalog.settings.renewalLimit { most = min(most, allowed - 1 - line.renewals) }
        var count = 0
        var ahead = line
        while count < most, let event = ahead.nextEvent, event.time <= now,
            agenda.isFirst(.init(time: event.time, subject: .line(line.id, first: line.first)))
        {
            count += 1
            ahead.period += 1
        }
        return count
    }

    private mutating func renewPlainly(_ line: SubscriptionLine, _ count: Int) {
        append(renewalFields(of: line), of: line, number: line.period + 1, count: count)
        let last = book.transactions.lastRenewalPlace
        var next = line
        next.renewed(count, to: last)
        put(next)
        guard notices.isOn else { return }
        // Each renewal uses the subscription's state at that time.
        var then = line
        for place in last - count + 1...last {
            then.renewed(1, to: place)
            notice(.renewed(isRecovery: false), of: then, at: book.transactions[place].transaction.purchaseTime)
        }
    }

    /// Renews a subscription that is not plain: the next period begins at `start` and is reported at `reported`.
    mutating func renew(_ line: SubscriptionLine, from start: Timestamp, reported: Timestamp) {
        let period = NextPeriod(of: line, in: catalog)
        guard var next = period.begun(line, from: start, reported: reported, by: catalog.settings) else {
            return put(line)
        }
        let fields = renewalFields(of: next)
        if start == line.end, reported == start, next.period >= 0 {
            append(fields, of: next, number: next.period, count: 1)
        } else {
            append(fields, of: next, from: start, reported: reported)
        }
        next.begins(with: book.transactions.lastRenewalPlace)
        put(next)
        for notice in Notice.renewal(line, next) { self.notice(notice, of: next, at: reported) }
    }

    private func renewalFields(of line: SubscriptionLine) -> StoreTransaction.Fields {
        StoreTransaction.Fields(renewing: line, since: book.transactions[line.first].transaction, in: catalog)
    }

    /// Appends renewals that follow their terms.
    private mutating func append(
        _ fields: StoreTransaction.Fields, of line: SubscriptionLine, number: Int, count: Int
    ) {
        countRenewals(count)
        book.transactions.append(
            StoreTransaction(fields), by: line.schedule, after: line.current, number: number, count: count)
    }

    /// Appends a renewal that differs from its terms.
    private mutating func append(
        _ fields: StoreTransaction.Fields, of line: SubscriptionLine, from start: Timestamp, reported: Timestamp
    ) {
        countRenewals(1)
        var fields = fields
        (fields.purchaseTime, fields.expirationTime, fields.signedTime) = (start, line.end, reported)
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
