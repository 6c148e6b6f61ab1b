import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What happens by itself, because its time has come. Who calls the account lets everything happen that is due before
// anything else.
extension SimulatedAccountState {
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

    /// Lets what is due by `now` happen, in one order over all lines and payments; its dates are those on which it was due.
    ///
    /// So a jump of ten years comes to the same as ten years in small steps (T3). Renewals are not told here: see
    /// ``takeRenewals(_:)``.
    ///
    /// - Parameters:
    ///   - now: the present moment.
    ///   - limit: how much happens at most.
    /// - Returns: whether nothing more is due.
    mutating func advance(to now: Timestamp, limit: Int, _ events: inout [BackendEvent]) -> Bool {
        var left = limit
        while let entry = agenda.first, entry.time <= now {
            guard left > 0 else { return false }
            agenda.removeFirst()
            switch entry.subject {
            case .payment(let number):
                guard isDue(entry) else { continue }
                paymentIsDue(number, at: entry.time, &events)
                left -= 1
            case .line(let id, _):
                guard let line = book[id], let event = line.nextEvent, event.time == entry.time else { continue }
                left -= happens(event, to: line, before: now, limit: left)
            }
        }
        return true
    }

    /// Notes that something about a line has changed: it is kept, told, and has another next event perhaps.
    mutating func put(_ line: SubscriptionLine) {
        book[line.id] = line
        touched.insert(line.id)
        for device in devices.indices { devices[device].touched.insert(line.id) }
        plan(line)
    }

    /// Puts everything that is due some day on the agenda.
    mutating func makeAgenda() {
        agenda = Agenda()
        for line in book.allLines { plan(line) }
        for number in book.pending.all.keys.sorted() { planPayment(number) }
    }

    private mutating func plan(_ line: SubscriptionLine) {
        guard let event = line.nextEvent else { return }
        agenda.add(.init(time: event.time, subject: .line(line.id, first: line.first)))
        // Entries that are out of date go when their time comes, or when they are most of all.
        if agenda.count > 4 * (book.lines.count + book.sharedLines.count + book.pending.count) + 64 { makeAgenda() }
    }

    private func isDue(_ entry: Agenda.Entry) -> Bool {
        switch entry.subject {
        case .payment(let number): dueTime(ofPayment: number) == entry.time
        case .line(let id, _): book[id]?.nextEvent?.time == entry.time
        }
    }

    /// Lets an event happen and, where nothing is to be decided, the renewals behind it.
    ///
    /// - Returns: how much has happened.
    private mutating func happens(
        _ event: LineEvent, to line: SubscriptionLine, before now: Timestamp, limit: Int
    ) -> Int {
        let conditions = conditions(for: line)
        switch line.step(event.kind, under: conditions) {
        case .passes(let phase):
            let former = line.phase
            var line = line
            if phase.isOver { line.ended(phase) } else { line.phase = phase }
            line.sign(at: event.time)
            put(line)
            noticePhase(former, of: line, at: event.time)
            return 1
        case .renews:
            let count = plainRenewals(of: line, by: now, limit: limit)
            if count > 0 {
                renewPlainly(line, count)
                return count
            }
            renew(line, from: line.end, told: event.time)
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
        var line = line
        let template = template(for: line, productID: line.productID, offer: nil, commitment: nil)
        countRenewals(count, of: line)
        appendByTerms(template, of: line, number: line.period + 1, count: count)
        let former = line
        line.renewed(count, to: book.lastRenewalPlace)
        put(line)
        noticeRenewals(former, count)
    }

    /// Counts renewals that are about to be written down, and has them told.
    private mutating func countRenewals(_ count: Int, of line: SubscriptionLine) {
        noteForDevices(renewals: count)
        untoldRenewals.append(book.renewals.count..<book.renewals.count + count)
        if !line.isShared { book.chargeCount += count }
        book.unfinishedCount += count
    }

    /// Writes renewals down that are as their terms say.
    private mutating func appendByTerms(
        _ template: StoreTransaction, of line: SubscriptionLine, number: Int, count: Int
    ) {
        let isFirst = line.current < AccountBook.renewalPlace
        let recent = isFirst ? nil : book.renewals.termsNumber(of: line.current - AccountBook.renewalPlace)
        let terms = book.renewals.number(of: template, line.schedule, recent: recent)
        book.renewals.append(terms: terms, number: number, count: count)
    }
}

// A renewal at which something is decided.
extension SimulatedAccountState {
    /// Renews a line: the next period begins at `start`, and is told at `told`.
    mutating func renew(_ line: SubscriptionLine, from start: Timestamp, told: Timestamp) {
        let next = renewed(line, from: start, told: told)
        put(next)
        noticeRenewal(line, next, at: told)
    }

    /// - Returns: the line as it is then, for whoever puts it down.
    private mutating func renewed(_ line: SubscriptionLine, from start: Timestamp, told: Timestamp) -> SubscriptionLine
    {
        let next = nextPeriod(of: line)
        guard let subscription = next.product?.subscription, let product = next.product else { return line }
        var line = line
        let isOnTime = start == line.end && told == start
        // Inside a commitment what was planned waits for its end.
        if !line.isBound {
            (line.preferredProductID, line.preferredPlan, line.nextOffer, line.increase) = (nil, nil, nil, nil)
            (line.renewalSeats, line.preferredSeats) = (next.seats, nil)
        }
        line.commitment = next.commitment
        begin(&line, subscription, next.offer, from: start)
        line.price = next.ownPrice
        line.productID = product.id
        line.offer = next.offer?.used
        line.phase = .active
        line.renewals += 1
        if let limit = catalog.settings.renewalLimit, line.renewals >= limit { line.willAutoRenew = false }
        line.sign(at: told)
        line.begins(with: note(line, from: start, told: told, isByTerms: isOnTime && line.period >= 0))
        return line
    }

    /// Moves a line to its next period.
    private func begin(
        _ line: inout SubscriptionLine, _ subscription: StoreProduct.SubscriptionInfo, _ offer: LineOffer?,
        from start: Timestamp
    ) {
        let rate = catalog.settings.timeRate
        let period = line.commitment == nil ? subscription.subscriptionPeriod : MonthlyPlan.partLength
        if let length = offer?.period {
            line.schedule = PeriodSchedule(
                anchor: rate.end(of: length, from: start), period: period, rate: rate.rawValue)
            line.period = -1
        } else if start == line.end, line.schedule.period == period, line.schedule.rate == rate.rawValue {
            line.period += 1
        } else {
            line.schedule = PeriodSchedule(anchor: start, period: period, rate: rate.rawValue)
            line.period = 0
        }
        // A part that is paid late shifts those behind it.
        line.commitment = line.commitment?.ending(with: line.period, of: line.schedule)
    }

    /// Writes the renewal down that a line has just come to.
    ///
    /// - Returns: its place.
    private mutating func note(
        _ line: SubscriptionLine, from start: Timestamp, told: Timestamp, isByTerms: Bool
    ) -> Int {
        let template = template(
            for: line, productID: line.productID, offer: line.offer, commitment: line.commitment)
        countRenewals(1, of: line)
        if isByTerms {
            appendByTerms(template, of: line, number: line.period, count: 1)
        } else {
            book.renewals.append { id, lineItem in
                var fields = template.fields
                fields.id = id
                fields.webOrderLineItemID = lineItem
                fields.purchaseTime = start
                fields.expirationTime = line.end
                fields.signedTime = told
                return AccountRecord(transaction: StoreTransaction(fields), token: nil, isCharged: !line.isShared)
            }
        }
        return book.lastRenewalPlace
    }

    /// A renewal of a line with everything that does not depend on the period.
    private func template(
        for line: SubscriptionLine, productID: String, offer: LineOffer?, commitment: LineCommitment?
    ) -> StoreTransaction {
        let first = book[line.first].transaction
        let product = catalog.unpriced(productID)
        let none = Timestamp(milliseconds: 0)
        var fields = StoreTransaction.Fields(
            id: "", productID: productID, productType: .autoRenewable, purchaseTime: none)
        fields.originalID = first.originalID
        fields.originalPurchaseTime = first.originalPurchaseTime
        fields.subscriptionGroupID = line.groupID
        fields.appAccountToken = line.appAccountToken
        fields.ownershipType = line.ownership
        fields.reason = .renewal
        fields.offer = offer?.offer
        // Whoever pays is told the price, and not who shares it.
        if !line.isShared {
            fields.price = offer?.price ?? commitment?.partPrice ?? line.price ?? product?.price
            fields.currencyCode = product?.currencyCode
        }
        if let commitment {
            fields.billingPlanType = .monthly
            fields.commitmentInfo = commitment.info
        }
        if let seats = line.renewalSeats {
            describe(tiers(of: product, each: offer?.price ?? line.price, seats: 1...seats), of: &fields)
        }
        describeStore(&fields)
        return StoreTransaction(fields)
    }
}
