/**
 * Where in the log the last revocation stands that a service knows of (a sign-out, a changed role or password, a deleted
 * account), as a decimal commit position. Between command-api and the gateway only.
 */
export const revokedAtHeader = "x-revoked-at";
