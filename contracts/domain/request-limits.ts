/** How often something may be asked for: `atOnce` times, and then once more each `everySeconds`. */
export interface RequestLimit {
  /** Who is counted: the signed-in account, the session of the refresh cookie, or the network a request comes from. */
  readonly by: "account" | "session" | "network";
  readonly atOnce: number;
  readonly everySeconds: number;
  /** What is answered beyond the limit, where the catalogue's words for `too_many_requests` do not say it. */
  readonly message?: string;
}

/**
 * Limits that a program meets and a person does not. Each replica of command-api counts for itself, in memory. PIN
 * guessing has limits of its own, which are counted in the event log.
 */
export const requestLimits = {
  enterPins: { by: "account", atOnce: 20, everySeconds: 3 },
  /** Opening the player binds the device or signs it in again. */
  bindDevice: { by: "account", atOnce: 60, everySeconds: 2 },
  selectOrnament: { by: "account", atOnce: 30, everySeconds: 1 },
  renameOrnament: { by: "account", atOnce: 30, everySeconds: 1 },
  removeDevices: { by: "account", atOnce: 20, everySeconds: 3 },
  changeConsent: { by: "account", atOnce: 20, everySeconds: 3 },
  /** Each open tab refreshes for itself. */
  refreshSession: { by: "session", atOnce: 60, everySeconds: 1 },
  /** Mails that the back office sends to others. */
  mailByStaff: { by: "account", atOnce: 30, everySeconds: 60 },
  /** All mails that callers who have not signed in cause, over all routes. A school class registers at once. */
  mail: {
    by: "network",
    atOnce: 30,
    everySeconds: 120,
    message: "Too many emails were asked for from your network. Please try again in {wait}.",
  },
  /** The same where a human check has confirmed each caller. */
  mailOfHumans: {
    by: "network",
    atOnce: 300,
    everySeconds: 12,
    message: "Too many emails were asked for from your network. Please try again in {wait}.",
  },
  failedSignIn: {
    by: "network",
    atOnce: 100,
    everySeconds: 30,
    message: "Too many sign-ins from your network have failed. Please try again in {wait}.",
  },
} as const satisfies Record<string, RequestLimit>;
