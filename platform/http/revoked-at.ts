/**
 * The header with the log position of the last revocation that a service knows of (a sign-out, a changed role or password,
 * a deleted account), as a decimal commit position. Sent from command-api to the gateway, and from the gateway to command-api.
 */
export const revokedAtHeader = "x-revoked-at";
