/// The tree that JSON or a property list is read into, within limits.
struct JSONTree {
    /// An array or an object that is still open; the outermost level has the root as its one element.
    private struct Level {
        var isObject = false
        var elements: [JSONValue] = []
        var members: [String: JSONValue] = [:]
        var key = ""
        /// Whether its value is missing.
        var isKeyOpen = false
    }

    private let maximumCount: Int
    private let maximumDepth: Int
    private var maximumTextBytes = Int.max
    private var count = 0
    /// How many bytes the texts had so far: a binary property list can list the same text in many places.
    private var textBytes = 0
    private var level = Level()
    /// The levels around it, innermost last.
    private var outer: [Level] = []
    /// The paths of keys that are in their object already; of very many only the first.
    private(set) var repeatedKeys: [String] = []

    init(maximumCount: Int = JSONValue.maximumCount, maximumDepth: Int = JSONValue.maximumDepth) {
        (self.maximumCount, self.maximumDepth) = (maximumCount, maximumDepth)
    }

    /// Makes the tree of a property list with this number of bytes.
    ///
    /// A small binary property list can reference the same array in many places, and so contain any number of values.
    init(bytes: Int) {
        self.init(maximumCount: min(bytes, JSONValue.maximumCount))
        maximumTextBytes = JSONReader.maximumBytes
    }

    /// The tree; `nil` before the end.
    var root: JSONValue? { isClosed ? level.elements.first : nil }

    var isClosed: Bool { outer.isEmpty }

    var isInObject: Bool { level.isObject }

    /// Whether a value may follow: one is missing, and an object has its key.
    var takesValue: Bool { level.isObject ? level.isKeyOpen : !isClosed || level.elements.isEmpty }

    /// Whether a key may follow.
    var takesKey: Bool { level.isObject && !level.isKeyOpen }

    /// The position of the next value or key, or of the latest one.
    func path(ofLatest isLatest: Bool) -> String {
        var path = "$"
        for (depth, level) in (outer + [level]).enumerated().dropFirst() {
            let isLatest = isLatest && depth == outer.count
            if !level.isObject {
                path += "[\(level.elements.count - (isLatest ? 1 : 0))]"
            } else if isLatest || level.isKeyOpen {
                path = JSONObject.path(path, level.key)
            }
        }
        return path
    }

    mutating func open(isObject: Bool) throws(JSONScan.Mistake) {
        guard outer.count < maximumDepth else {
            throw JSONScan.Mistake("it is nested deeper than \(maximumDepth) levels", isLimit: true)
        }
        try spend()
        outer.append(level)
        level = Level(isObject: isObject)
        // The outermost object of signed data has some thirty members: without a reserved capacity its table would be
        // made five times.
        if isObject, outer.count == 1 { level.members.reserveCapacity(32) }
    }

    /// Ends the innermost array or object; returns whether it is of that kind, and every key has its value.
    mutating func close(isObject: Bool) -> Bool {
        guard level.isObject == isObject, !level.isKeyOpen, !outer.isEmpty else { return false }
        let value: JSONValue = isObject ? .object(level.members) : .array(level.elements)
        // Not kept in another variable: its elements would be copied when the value is appended to them.
        level = outer.removeLast()
        place(value)
        return true
    }

    mutating func key(_ key: String) throws(JSONScan.Mistake) {
        try spend(text: key)
        level.key = key
        level.isKeyOpen = true
    }

    mutating func put(_ value: JSONValue) throws(JSONScan.Mistake) {
        try spend()
        if case .string(let text) = value { try spend(text: text) }
        place(value)
    }

    /// Adds a value in its place; of equal keys the first one counts.
    private mutating func place(_ value: JSONValue) {
        guard level.isObject else { return level.elements.append(value) }
        if let first = level.members.updateValue(value, forKey: level.key) {
            level.members[level.key] = first
            if repeatedKeys.count <= FileDiagnosticLog.limit { repeatedKeys.append(path(ofLatest: true)) }
        }
        level.isKeyOpen = false
    }

    private mutating func spend() throws(JSONScan.Mistake) {
        count += 1
        guard count <= maximumCount else { throw .tooMany(maximumCount) }
    }

    private mutating func spend(text: String) throws(JSONScan.Mistake) {
        textBytes += text.utf8.count
        guard textBytes <= maximumTextBytes else {
            throw JSONScan.Mistake("its texts have more than \(maximumTextBytes >> 20) MiB", isLimit: true)
        }
    }
}
