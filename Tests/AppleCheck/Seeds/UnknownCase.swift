// Apple may add a case to an enumeration of its frameworks.
// Expected: switch covers known cases, but 'NWPath.Status' may have additional unknown values
import Network

func isOnline(_ path: NWPath) -> Bool {
    switch path.status {
    case .satisfied: true
    case .unsatisfied, .requiresConnection: false
    }
}
