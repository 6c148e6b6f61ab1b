import Foundation
import Purser
import PurserSimulator

struct StoreFile: Sendable {
    var name: String
    var configuration: StoreKitConfiguration

    /// Its products, and the behavior of its App Store.
    var catalog: SimulatorCatalog { SimulatorCatalog(configuration: configuration) }

    /// Reads a file, and shows its mistakes.
    init(path: String, showing output: Output, inFull: Bool = false) throws {
        try self.init(path: path)
        showMistakes(output, inFull: inFull)
    }

    init(path: String) throws {
        name = path
        guard FileManager.default.fileExists(atPath: path) else {
            throw ToolError("there is no file \(path); purser sample > Garden.storekit writes a first one")
        }
        configuration = try StoreKitConfiguration(path: path)
    }

    init(sample: Void) throws {
        name = "the bundled sample"
        configuration = try StoreKitConfiguration(data: Data(PackageResources.Sample_storekit), file: "Sample.storekit")
    }

    /// Writes the file's mistakes to standard error, each with its path, or only their number.
    func showMistakes(_ output: Output, inFull: Bool) {
        let mistakes = configuration.diagnostics
        guard !mistakes.isEmpty else { return }
        for mistake in inFull ? mistakes : [] { output.complain("\(mistake)") }
        guard !inFull else { return }
        output.complain(
            "\(name) has \(Words.count(mistakes.count, "mistake")); purser products lists them with their paths")
    }
}
