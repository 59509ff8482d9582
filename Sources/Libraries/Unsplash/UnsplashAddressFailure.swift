/// Why an address opens nothing of Unsplash.
public enum UnsplashAddressFailure: Error, Hashable, Sendable {
    /// It is neither `unsplash:` nor `unsplash:@USERNAME`.
    case address
    /// The base of the API is no http or https URL.
    case api
    /// The key would go to this host without encryption.
    case unencryptedKey(host: String)
}
