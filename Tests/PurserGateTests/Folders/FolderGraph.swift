/// Which folder of a module uses which: a folder uses another when it names a type that the other declares.
///
/// Only types at a file's top level count. Members that a folder adds to another's type by an extension do not.
struct FolderGraph: Sendable {
    /// The folders, in alphabetical order; files beside them are in the folder `.`.
    let folders: [String]
    /// For each folder those that it uses, and the types of theirs that it names.
    let uses: [String: [String: Set<String>]]

    /// The graph of some files, each with its path inside the module and its text.
    init(files: [(path: String, text: String)]) {
        let read = files.sorted { $0.path < $1.path }.map {
            (folder: Self.folder(of: $0.path), words: SwiftWords($0.text))
        }
        var home: [String: String] = [:]
        for file in read {
            for name in file.words.declared where home[name] == nil { home[name] = file.folder }
        }
        var uses: [String: [String: Set<String>]] = [:]
        for file in read {
            for name in file.words.used {
                guard let other = home[name], other != file.folder else { continue }
                uses[file.folder, default: [:]][other, default: []].insert(name)
            }
        }
        folders = Set(read.map(\.folder)).sorted()
        self.uses = uses
    }

    private static func folder(of path: String) -> String {
        let parts = path.split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : "."
    }

    /// The folders that `folder` uses, by way of others, too.
    func reachable(from folder: String) -> Set<String> {
        var found: Set<String> = []
        var open = [folder]
        while let next = open.popLast() {
            for other in uses[next, default: [:]].keys where found.insert(other).inserted { open.append(other) }
        }
        return found
    }

    /// The sets of folders that can each be reached from each other.
    var circles: [[String]] {
        let reach = Dictionary(uniqueKeysWithValues: folders.map { ($0, reachable(from: $0)) })
        var done: Set<String> = []
        return folders.compactMap { folder in
            guard reach[folder, default: []].contains(folder), !done.contains(folder) else { return nil }
            let circle = folders.filter {
                reach[folder, default: []].contains($0) && reach[$0, default: []].contains(folder)
            }
            done.formUnion(circle)
            return circle
        }
    }
}

extension FolderGraph {
    /// The circles in words, with the types that close each; empty when there is none.
    var report: String {
        circles.map { circle in
            let lines = closing(circle).map {
                "  \($0) -> \($1): \(uses[$0]?[$1]?.sorted().joined(separator: ", ") ?? "")"
            }
            return (["Circle of \(circle.count): \(circle.joined(separator: ", "))"] + lines).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// The pairs of a circle that use each other; when there is none, the steps of one shortest way round.
    private func closing(_ circle: [String]) -> [(String, String)] {
        let pairs = circle.flatMap { first in
            circle.filter { $0 > first && uses[first]?[$0] != nil && uses[$0]?[first] != nil }
                .flatMap { [(first, $0), ($0, first)] }
        }
        return pairs.isEmpty ? shortestWay(round: circle) : pairs
    }

    private func shortestWay(round circle: [String]) -> [(String, String)] {
        let ways = circle.compactMap { way(from: $0, backWithin: Set(circle)) }
        return ways.min { $0.count < $1.count } ?? []
    }

    /// The shortest way from a folder back to itself.
    private func way(from start: String, backWithin circle: Set<String>) -> [(String, String)]? {
        var cameFrom: [String: String] = [:]
        var open = [start]
        while !open.isEmpty {
            let folder = open.removeFirst()
            for other in uses[folder, default: [:]].keys.sorted() where circle.contains(other) {
                if other == start {
                    var steps = [(folder, start)]
                    while let last = steps.first?.0, last != start, let before = cameFrom[last] {
                        steps.insert((before, last), at: 0)
                    }
                    return steps
                }
                guard cameFrom[other] == nil else { continue }
                cameFrom[other] = folder
                open.append(other)
            }
        }
        return nil
    }
}
