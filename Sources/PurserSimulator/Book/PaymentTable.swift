import Purser

/// The result of each payment, by its token.
///
/// A launch numbers its payments, so an array per launch answers most lookups. A dictionary stores numbers far ahead of
/// the others: Purser never uses such numbers, but a test or another caller may.
struct PaymentTable: Sendable {
    /// One word for each number: 0 for no result, n + 1 for bought at n, -1 for cancelled, -2 - n for waiting as n.
    private struct Launch: Sendable {
        var id: UInt64
        var words: [Int] = []
    }

    private var launches: [Launch] = []
    private var places: [UInt64: Int] = [:]
    /// The launch of the last lookup, which is nearly always the next one too.
    private var recent = 0
    private var sparse: [PaymentToken: Int] = [:]
    private var notes = ChangeNotes<PaymentToken, PaymentFate?>()

    /// The maximum distance of a number from an array's end to be stored in it: near, or at most the array's length, so
    /// that a file with few numbers never needs much memory.
    private static func reach(_ count: Int) -> UInt64 { UInt64(min(4_096, max(64, count))) }

    init() {}

    subscript(token: PaymentToken) -> PaymentFate? {
        mutating get {
            let launch = place(of: token.launch)
            if let launch, token.number < launches[launch].words.count {
                let word = launches[launch].words[Int(token.number)]
                if word != 0 { return Self.fate(word) }
            }
            return sparse.isEmpty ? nil : sparse[token].flatMap(Self.fate)
        }
        set {
            if notes.isOn {
                let former = self[token]
                notes.note(token, was: former)
            }
            set(Self.word(newValue), for: token)
        }
    }

    private mutating func set(_ word: Int, for token: PaymentToken) {
        if !sparse.isEmpty { sparse[token] = nil }
        let launch = place(of: token.launch) ?? begin(token.launch)
        let count = launches[launch].words.count
        if token.number < count {
            launches[launch].words[Int(token.number)] = word
        } else if token.number - UInt64(count) < Self.reach(count) {
            launches[launch].words.append(contentsOf: repeatElement(0, count: Int(token.number) - count))
            launches[launch].words.append(word)
        } else {
            sparse[token] = word == 0 ? nil : word
        }
    }

    private mutating func place(of launch: UInt64) -> Int? {
        if recent < launches.count, launches[recent].id == launch { return recent }
        guard let place = places[launch] else { return nil }
        recent = place
        return place
    }

    private mutating func begin(_ launch: UInt64) -> Int {
        recent = launches.count
        places[launch] = recent
        launches.append(Launch(id: launch))
        return recent
    }

    private static func word(_ fate: PaymentFate?) -> Int {
        switch fate {
        case nil: 0
        case .bought(let place): place + 1
        case .cancelled: -1
        case .waits(let number): -2 - number
        }
    }

    private static func fate(_ word: Int) -> PaymentFate? {
        switch word {
        case 0: nil
        case 1...: .bought(word - 1)
        case -1: .cancelled
        default: .waits(-2 - word)
        }
    }

    /// All known results, in no particular order.
    var entries: [PaymentToken: PaymentFate] {
        var entries = sparse.compactMapValues(Self.fate)
        for launch in launches {
            for (number, word) in launch.words.enumerated() {
                guard let fate = Self.fate(word) else { continue }
                entries[PaymentToken(launch: launch.id, number: UInt64(number))] = fate
            }
        }
        return entries
    }
}

// The changes, for the folder that stores them.
extension PaymentTable: ChangeNoting {
    mutating func startNoting() { notes = ChangeNotes(isOn: true) }

    /// The payments whose results changed since the last stored change, in a fixed order; an entry without a result
    /// removes it.
    var changed: [Entry] {
        mutating get {
            notes.changed.sorted { ($0.launch, $0.number) < ($1.launch, $1.number) }
                .map { Entry(token: $0, fate: self[$0]) }
        }
    }

    mutating func begin() { notes.begin() }

    mutating func undo() {
        for (token, fate) in notes.former { set(Self.word(fate), for: token) }
        notes.begin()
    }

    mutating func kept() { notes.kept() }
}

extension PaymentTable: Codable {
    /// A payment and its result.
    struct Entry: Sendable, Codable {
        var token: PaymentToken
        /// The result; `nil` if it is removed.
        var fate: PaymentFate?

        /// Whether its number is in range; numbers beyond every array and waiting list do not fit into a word.
        var isInRange: Bool {
            switch fate {
            case .bought(let place) where place >= AccountTransactions.renewalPlace:
                place - AccountTransactions.renewalPlace < Int(Int32.max)
            case .bought(let number), .waits(let number): (0..<Int(Int32.max)).contains(number)
            case .cancelled, nil: true
            }
        }
    }

    init(from decoder: any Decoder) throws {
        for entry in try [Entry](from: decoder) {
            guard entry.isInRange else {
                let context = DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "\(entry.token): its number is out of range")
                throw DecodingError.dataCorrupted(context)
            }
            self[entry.token] = entry.fate
        }
    }

    func encode(to encoder: any Encoder) throws {
        let sorted = entries.sorted { ($0.key.launch, $0.key.number) < ($1.key.launch, $1.key.number) }
        try sorted.map { Entry(token: $0.key, fate: $0.value) }.encode(to: encoder)
    }
}
