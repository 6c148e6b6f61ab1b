import Purser

// What is due some day, and what happens to lines by itself because its time has come.
extension AccountJournal {
    /// When something is due next; `nil` when nothing is, as long as nobody does anything.
    var nextDue: Timestamp? {
        mutating get {
            while let entry = agenda.first {
                if isDue(entry) { return entry.time }
                agenda.removeFirst()
            }
            return nil
        }
    }

    /// Puts everything that is due some day on the agenda.
    mutating func makeAgenda() {
        agenda = Agenda()
        for line in book.lines.all { plan(line) }
        for number in book.payments.pending.all.keys.sorted() { planPayment(number) }
    }

    /// Puts a waiting payment on the agenda, if it is answered by itself some day.
    mutating func planPayment(_ number: Int) {
        guard let time = dueTime(ofPayment: number) else { return }
        agenda.add(.init(time: time, subject: .payment(number)))
    }

    /// Puts what happens to a line next on the agenda.
    mutating func plan(_ line: SubscriptionLine) {
        guard let event = line.nextEvent else { return }
        agenda.add(.init(time: event.time, subject: .line(line.id, first: line.first)))
        // Entries that are out of date go when their time comes, or when they are most of all.
        if agenda.count > 4 * (book.lines.count + book.payments.pending.count) + 64 { makeAgenda() }
    }

    /// Whether an entry of the agenda is still up to date.
    func isDue(_ entry: Agenda.Entry) -> Bool {
        switch entry.subject {
        case .payment(let number): dueTime(ofPayment: number) == entry.time
        case .line(let id, _): book.lines[id]?.nextEvent?.time == entry.time
        }
    }

    private func dueTime(ofPayment number: Int) -> Timestamp? {
        book.payments.dueTime(of: number, lifetime: catalog.settings.askToBuyLifetime)
    }

    /// Lets what is due of a line happen and, where nothing is to be decided, the renewals behind it.
    ///
    /// - Parameters:
    ///   - now: the present moment.
    ///   - limit: how much happens at most.
    /// - Returns: how much has happened.
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

    /// How many renewals follow each other that are all alike, before something else is due.
    private func plainRenewals(of line: SubscriptionLine, by now: Timestamp, limit: Int) -> Int {
        guard line.isPlain, line.schedule.rate == catalog.settings.timeRate.rawValue,
            catalog.unpriced(line.productID)?.subscription?.subscriptionPeriod == line.schedule.period
        else { return 0 }
        var most = limit
        // The last one that the limit allows turns renewal off, which is something to decide.
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
        // Each as its line was then.
        var then = line
        for place in last - count + 1...last {
            then.renewed(1, to: place)
            notice(.renewed(isRecovery: false), of: then, at: book.transactions[place].transaction.purchaseTime)
        }
    }

    /// Renews a line at which something is decided: the next period begins at `start`, and is told at `told`.
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

    /// Writes renewals down that are as their terms say.
    private mutating func append(
        _ fields: StoreTransaction.Fields, of line: SubscriptionLine, number: Int, count: Int
    ) {
        countRenewals(count)
        book.transactions.append(
            StoreTransaction(fields), by: line.schedule, after: line.current, number: number, count: count)
    }

    /// Writes a renewal down that is not.
    private mutating func append(
        _ fields: StoreTransaction.Fields, of line: SubscriptionLine, from start: Timestamp, reported: Timestamp
    ) {
        countRenewals(1)
        var fields = fields
        (fields.purchaseTime, fields.expirationTime, fields.signedTime) = (start, line.end, reported)
        book.transactions.append(renewal: fields)
    }

    /// Has renewals told that are about to be written down.
    private mutating func countRenewals(_ count: Int) {
        let first = book.transactions.renewals.count
        let places = AccountTransactions.renewalPlace + first..<AccountTransactions.renewalPlace + first + count
        devices.renewed(places)
        happenings.note(.renewals(places))
        unreportedRenewals.append(first..<first + count)
    }
}
