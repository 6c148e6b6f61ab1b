import Foundation
import Purser
import PurserSimulator

/// A `.storekit` file that was read.
struct StoreFile: Sendable {
    var name: String
    var configuration: StoreKitConfiguration

    /// Its products, and the behavior of its App Store.
    var catalog: SimulatorCatalog { SimulatorCatalog(configuration: configuration) }

    /// Reads a file.
    ///
    /// - Throws: `ProductFileFailure`, or ``ToolError`` if there is none.
    init(path: String) throws {
        name = path
        guard FileManager.default.fileExists(atPath: path) else {
            throw ToolError("there is no file \(path); purser sample > Garden.storekit writes a first one")
        }
        configuration = try StoreKitConfiguration(path: path)
    }

    /// Reads the sample that is part of the tool.
    init(sample: Void) throws {
        name = "the bundled sample"
        configuration = try StoreKitConfiguration(data: Data(PackageResources.Sample_storekit), file: "Sample.storekit")
    }

    /// Writes the file's mistakes to standard error, each with its path, or only their number.
    func showMistakes(_ output: Output, inFull: Bool) {
        let mistakes = configuration.diagnostics
        guard !mistakes.isEmpty else { return }
        guard !inFull else {
            for mistake in mistakes { output.complain("\(mistake)") }
            return
        }
        output.complain(
            "\(name) has \(Words.count(mistakes.count, "mistake")); purser products lists them with their paths")
    }
}
