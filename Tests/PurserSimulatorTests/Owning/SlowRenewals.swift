import Foundation
import Purser

/// A slow and plain model of one customer's subscription in a group, written from Apple's rules alone.
///
/// It keeps every period that was ever paid for, goes from one boundary to the next, and looks at all of them for each answer. It
/// shares nothing with the embedded App Store but the names of its states.
struct SlowRenewals {
    /// What is sold.
    struct Product {
        var id: String
        var level: Int
        var unit: Calendar.Component
        var price: Decimal
        /// What a month costs by the plan that is paid in twelve parts; `nil` without one.
        var monthly: Decimal?
        /// What a seat costs behind the third one, in cents; `nil` where no seats are sold.
        var lateSeat: Int?

        /// What each seat of a range costs, in cents.
        func cents(ofSeats seats: ClosedRange<Int>) -> [Int] {
            let early = Int(truncating: (price * 100) as NSDecimalNumber)
            return seats.map { $0 <= 3 ? early : lateSeat ?? early }
        }
    }

    /// Seats that were bought together.
    struct Part {
        var seats: Int
        var revoked = 0
        var isRevoked = false
        var left: Int { isRevoked ? 0 : seats - revoked }
    }

    /// One period that was paid for.
    struct Period {
        var product: Product
        var start: Date
        var end: Date
        var price: Decimal
        var isRevoked = false
        /// The number of the part, in a commitment.
        var part: Int?
        /// What it has of seats, by purchases; empty without seats.
        var parts: [Part] = []
        /// How many seats it has.
        var seats: Int? { parts.isEmpty ? nil : parts.reduce(0) { $0 + $1.left } }
    }

    /// Everything that the customer and the store can do here.
    enum Deed {
        case buy(Product, isMonthly: Bool, seats: Int?)
        case renewal(Bool)
        case payments(Bool)
        /// Of the transaction with this number in its period.
        case refund(Int)
        /// So many seats of that transaction.
        case refundSeats(Int, of: Int)
        case renewalSeats(Int)
        case request
        case resolve
        case extend
    }

    private(set) var periods: [Period] = []
    private(set) var willRenew = false
    private var next: (product: Product, isMonthly: Bool, seats: Int?)?
    /// How many seats the next period has if nothing else is wanted.
    private var chosenSeats: Int?
    /// What was charged so far, in cents.
    private(set) var paid = 0
    /// How many payments there were.
    private(set) var payments = 0
    private var fails = false
    private var hasLapsed = false
    private var grace: Date?
    private var retry: Date?
    /// Months and years are counted from here.
    private var anchor = Date.distantPast
    private var count = 0
    let hasGrace: Bool
    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }()

    init(hasGrace: Bool) { self.hasGrace = hasGrace }

    private var last: Period? { periods.last }

    /// Whether parts of a commitment are left, which the customer has to pay.
    private var isBound: Bool { last.map { !$0.isRevoked && $0.part.map { $0 < 12 } ?? false } ?? false }

    /// Where it stands at a moment that has been reached; `nil` before anything was bought.
    func state(at now: Date) -> StoreSubscriptionStatus.RenewalState? {
        guard let last else { return nil }
        if last.isRevoked { return .revoked }
        if now < last.end { return .subscribed }
        if let grace, now < grace { return .inGracePeriod }
        if let retry, now < retry { return .inBillingRetryPeriod }
        return .expired
    }

    /// How many seats the next period has; `nil` where it has none, or does not come.
    var nextSeats: Int? { !willRenew || isBound ? nil : next.map(\.seats) ?? chosenSeats }

    /// The next moment at which something happens by itself.
    var nextBoundary: Date? {
        guard let last, !hasLapsed else { return nil }
        if last.isRevoked { return willRenew ? last.end : nil }
        return [retry == nil ? last.end : nil, grace, retry].compactMap(\.self).min()
    }

    /// Lets everything happen up to a moment.
    mutating func live(until now: Date) {
        while let due = nextBoundary, due <= now {
            guard let last else { return }
            if let grace, grace <= due {
                self.grace = nil
                if !willRenew && !isBound { retry = nil }
                if retry == nil { lapse() }
            } else if retry != nil {
                lapse()
            } else if !willRenew && !isBound {
                lapse()
            } else if fails {
                if last.isRevoked { return lapse() }
                let isCommitted = last.part != nil
                retry = due.addingTimeInterval(86_400 * (isCommitted ? 90 : 60))
                if hasGrace, !isCommitted {
                    grace = due.addingTimeInterval(86_400 * (last.product.unit == .weekOfYear ? 6 : 16))
                }
            } else {
                renew(from: due)
            }
        }
    }

    private mutating func lapse() {
        (hasLapsed, willRenew, next, grace, retry) = (true, false, nil, nil, nil)
    }

    private mutating func begin(
        _ product: Product, isMonthly: Bool, part: Int, at start: Date, isAnew: Bool, seats: Int? = nil
    ) {
        let unit = isMonthly ? .month : product.unit
        if isAnew || start != last?.end || unit != (last?.part == nil ? last?.product.unit : .month) {
            (anchor, count) = (start, 0)
        }
        count += 1
        let end = Self.calendar.date(byAdding: unit, value: count, to: anchor) ?? start
        let price = isMonthly ? product.monthly ?? product.price : product.price
        periods.append(Period(product: product, start: start, end: end, price: price, part: isMonthly ? part : nil))
        if let seats { periods[periods.count - 1].parts = [Part(seats: seats)] }
        (hasLapsed, grace, retry, chosenSeats) = (false, nil, nil, seats)
        pay(seats.map { product.cents(ofSeats: 1...$0) } ?? [Int(truncating: (price * 100) as NSDecimalNumber)])
    }

    private mutating func pay(_ cents: [Int]) {
        paid += cents.reduce(0, +)
        payments += 1
    }

    /// Adds seats until there are so many; each costs what is left of the period, in whole cents.
    private mutating func add(upTo seats: Int, to period: Period, at now: Date) {
        let present = period.seats ?? 0
        let (left, whole) = (Int(period.end.timeIntervalSince(now)), Int(period.end.timeIntervalSince(period.start)))
        pay(period.product.cents(ofSeats: present + 1...seats).map { $0 * left / whole })
        periods[periods.count - 1].parts.append(Part(seats: seats - present))
        chosenSeats = seats
    }

    private mutating func renew(from start: Date) {
        guard let last else { return }
        if isBound {
            begin(last.product, isMonthly: true, part: (last.part ?? 0) + 1, at: start, isAnew: false)
        } else {
            let wanted = next ?? (last.product, last.part != nil && !last.isRevoked, chosenSeats)
            begin(wanted.product, isMonthly: wanted.isMonthly, part: 1, at: start, isAnew: false, seats: wanted.seats)
            next = nil
        }
    }

    /// Does something; what is due by then has happened.
    ///
    /// - Returns: false where the store has to reject it.
    @discardableResult
    mutating func does(_ deed: Deed, at now: Date) -> Bool {
        let state = state(at: now)
        let runs = state == .subscribed || state == .inGracePeriod
        let isOver = state == nil || state == .expired || state == .revoked && !willRenew
        switch deed {
        case .buy(let product, let isMonthly, let seats):
            guard let last, runs else {
                (fails, willRenew, next) = (false, true, nil)
                begin(product, isMonthly: isMonthly, part: 1, at: now, isAnew: true, seats: seats)
                return true
            }
            if let seats, product.id == last.product.id, let present = last.seats {
                guard seats > present, state == .subscribed else { return false }
                add(upTo: seats, to: last, at: now)
                return true
            }
            let keepsPlan = isMonthly == (last.part != nil)
            let isSame = product.id == last.product.id
            let isAtOnce =
                product.level < last.product.level
                || product.level == last.product.level && product.unit == last.product.unit && keepsPlan
            willRenew = true
            if isAtOnce, !isSame || seats != nil {
                (fails, next) = (false, nil)
                begin(product, isMonthly: isMonthly, part: 1, at: now, isAnew: true, seats: seats)
            } else {
                next = isSame && keepsPlan ? nil : (product, isMonthly, seats)
            }
        case .renewal(let isOn):
            if isOver { return willRenew == isOn }
            willRenew = isOn
            if !isOn, !isBound, state == .inBillingRetryPeriod { lapse() }
        case .payments(let fail): fails = last == nil ? fails : fail
        case .refund(let number):
            guard let last, !last.isRevoked else { return true }
            if last.parts.indices.contains(number) {
                periods[periods.count - 1].parts[number].isRevoked = true
                guard periods[periods.count - 1].seats == 0 else { return true }
            }
            if state != .subscribed || last.part != nil { willRenew = false }
            periods[periods.count - 1].isRevoked = true
            (next, grace, retry) = (nil, nil, nil)
        case .refundSeats(let seats, let number):
            guard let part = last?.parts[number], part.left > 0 else { return true }
            if seats == part.left { return does(.refund(number), at: now) }
            periods[periods.count - 1].parts[number].revoked += seats
        case .renewalSeats(let seats):
            guard !isOver, next == nil, let chosen = chosenSeats, let present = last?.seats, seats >= 1,
                seats <= max(present, chosen)
            else { return false }
            chosenSeats = seats
        case .request:
            if !isOver { does(.renewal(false), at: now) }
        case .resolve:
            guard let last, state == .inGracePeriod || state == .inBillingRetryPeriod else { return false }
            fails = false
            renew(from: state == .inGracePeriod ? last.end : now)
        case .extend:
            guard state == .subscribed else { return false }
            periods[periods.count - 1].end.addTimeInterval(86_400 * 5)
            (anchor, count) = (periods[periods.count - 1].end, 0)
        }
        return true
    }
}
