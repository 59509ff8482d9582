#pragma once

/// Makes getaddrinfo, in this process, resolve `name` to `address` from now on. Not more than 32 names.
void silent_resolver_set(const char *name, const char *address);

/// Makes getaddrinfo, in this process, block for names under `silent.invalid`, as if no name server answered, until
/// `silent_resolver_release`. Other names resolve as usual.
void silent_resolver_hold(void);

/// The number of lookups that block.
int silent_resolver_waiting(void);

/// Ends all lookups that block: the name does not exist.
void silent_resolver_release(void);
