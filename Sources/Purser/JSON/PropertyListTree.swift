/// The tree that a property list is read into, within the limits of ``JSONReader``.
struct PropertyListTree {
    /// An array or a dictionary that is still open.
    private struct Level {
        let isObject: Bool
        /// What was read until now, of an array.
        var elements: [JSONValue] = []
        /// What was read until now, of a dictionary.
        var members: [String: JSONValue] = [:]
        /// The present key, of a dictionary.
        var key: String?
    }

    /// The most values that are read.
    ///
    /// Each has a byte of its own at least, where it is listed. A binary property list of a few bytes can list the same array in
    /// many places, and so have any number of values.
    let maximumCount: Int
    private var count = 0
    /// How many bytes the texts had until now: a binary property list can list the same text in many places.
    private var textBytes = 0
    private var levels: [Level] = []
    /// What was read; `nil` before the end.
    private(set) var root: JSONValue?

    /// - Parameter bytes: how many bytes the property list has.
    init(bytes: Int) { maximumCount = min(bytes, JSONValue.maximumCount) }

    /// Whether nothing is open.
    var isClosed: Bool { levels.isEmpty }

    /// Whether a value may follow: one is missing, and a dictionary has its key.
    var takesValue: Bool { levels.last.map { !$0.isObject || $0.key != nil } ?? (root == nil) }

    /// Whether a key may follow.
    var takesKey: Bool { levels.last.map { $0.isObject && $0.key == nil } ?? false }

    /// Begins an array or a dictionary.
    mutating func open(isObject: Bool) throws(JSONScan.Mistake) {
        guard levels.count < JSONValue.maximumDepth else {
            throw JSONScan.Mistake("it is nested deeper than \(JSONValue.maximumDepth) levels", isLimit: true)
        }
        try spend()
        levels.append(Level(isObject: isObject))
    }

    /// Ends the innermost array or dictionary.
    ///
    /// - Returns: whether it is of that kind, and no key is without its value.
    mutating func close(isObject: Bool) -> Bool {
        guard let level = levels.last, level.isObject == isObject, level.key == nil else { return false }
        levels.removeLast()
        place(isObject ? .object(level.members) : .array(level.elements))
        return true
    }

    /// Takes the key of the next value.
    mutating func key(_ key: String) throws(JSONScan.Mistake) {
        try spend(text: key)
        levels[levels.count - 1].key = key
    }

    /// Takes a value that is neither an array nor a dictionary.
    mutating func put(_ value: JSONValue) throws(JSONScan.Mistake) {
        try spend()
        if case .string(let text) = value { try spend(text: text) }
        place(value)
    }

    /// Puts a value where it belongs; of equal keys the first one counts.
    private mutating func place(_ value: JSONValue) {
        guard let last = levels.indices.last else {
            root = value
            return
        }
        guard levels[last].isObject else { return levels[last].elements.append(value) }
        guard let key = levels[last].key else { return }
        levels[last].key = nil
        if levels[last].members[key] == nil { levels[last].members[key] = value }
    }

    private mutating func spend() throws(JSONScan.Mistake) {
        count += 1
        guard count <= maximumCount else { throw .tooMany(maximumCount) }
    }

    private mutating func spend(text: String) throws(JSONScan.Mistake) {
        textBytes += text.utf8.count
        guard textBytes <= JSONReader.maximumBytes else {
            throw JSONScan.Mistake("its texts have more than \(JSONReader.maximumBytes >> 20) MiB", isLimit: true)
        }
    }
}
