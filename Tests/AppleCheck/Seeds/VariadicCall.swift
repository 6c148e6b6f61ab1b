// A function of C that takes any number of arguments, which Swift does not import.
// Expected: 'open_dprotected_np' is unavailable: Variadic function is unavailable
import Darwin

func create(_ path: String) -> Int32 { open_dprotected_np(path, O_RDWR | O_CREAT, 3, 0, 0o600) }
