import Albums
import CCurl

extension SystemLibrary {
    /// libcurl, which sends requests. Loads it, which takes some milliseconds.
    public static var curl: SystemLibrary {
        SystemLibrary(
            soname: String(cString: tintype_curl_soname()), version: tintype_curl_version().map { String(cString: $0) })
    }
}
