import Foundation

// This comes first, so that no file that is opened later gets the descriptor of a closed standard output.
let console = Console()
// If the output is no longer read, the write itself fails. A signal would end the tool during a purchase.
signal(SIGPIPE, SIG_IGN)

let status = await Tool.run(Array(CommandLine.arguments.dropFirst()), output: console.output)
exit(console.status(after: status))
