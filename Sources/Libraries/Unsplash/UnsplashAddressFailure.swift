/// The reason an Unsplash address cannot be opened.
public enum UnsplashAddressFailure: Error, Hashable, Sendable {
    /// The address is neither `unsplash:` nor `unsplash:@USERNAME`.
    case address
    /// The base URL of the API is not http or https.
    case api
    /// The key would be sent to this host unencrypted.
    case unencryptedKey(host: String)
}
