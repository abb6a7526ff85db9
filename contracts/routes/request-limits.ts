/** The limit of calls of a route: `atOnce` times, and then once more every `everySeconds` seconds. */
export interface RequestLimit {
  /** The counted unit: the signed-in account, the session of the refresh cookie, or the network. */
  readonly by: "account" | "session" | "network";
  readonly atOnce: number;
  readonly everySeconds: number;
  /** The message beyond the limit; by default that of `too_many_requests` in the error catalogue. */
  readonly message?: string;
}

const tooManyEmails = "Too many emails were requested from your network. Please try again in {wait}.";

/**
 * Limits that a program reaches and a person does not. An account adds at most some thousand events a day to the
 * event store, which keeps them for ever: `atOnce`, and one every `everySeconds`. Each replica of command-api counts separately, in
 * memory. The wrong PINs of an account are counted in the event store.
 */
export const requestLimits = {
  enterPins: { by: "account", atOnce: 20, everySeconds: 3 },
  /** Opening the player binds the device or signs it in again. */
  bindDevice: { by: "account", atOnce: 200, everySeconds: 60 },
  selectOrnament: { by: "account", atOnce: 200, everySeconds: 120 },
  renameOrnament: { by: "account", atOnce: 100, everySeconds: 240 },
  removeDevices: { by: "account", atOnce: 100, everySeconds: 240 },
  changeConsent: { by: "account", atOnce: 50, everySeconds: 240 },
  /** Every open tab reads the account again after a change, and when its person comes back. */
  readAccount: { by: "account", atOnce: 600, everySeconds: 1 },
  /** The recorded looks of an admin. A profile, an instant and the log of a program count once an hour. */
  look: { by: "account", atOnce: 1_000, everySeconds: 30 },
  /** The recorded looks for which the projector reads the whole event store. */
  lookBack: { by: "account", atOnce: 100, everySeconds: 120 },
  /** Every open tab refreshes separately. */
  refreshSession: { by: "session", atOnce: 60, everySeconds: 1 },
  /** Mails that admins send to other people, and pauses of sign-in that they end. */
  mailByStaff: { by: "account", atOnce: 30, everySeconds: 60 },
  /** All mails that callers without a sign-in cause. A school class may register at the same time. */
  mail: { by: "network", atOnce: 30, everySeconds: 120, message: tooManyEmails },
  /** Like `mail`, where a human check has confirmed each caller. */
  mailOfHumans: { by: "network", atOnce: 300, everySeconds: 12, message: tooManyEmails },
  /** A browser that registered asks every few seconds at first, and so may those of a school class. */
  registrationStatus: { by: "network", atOnce: 600, everySeconds: 0.2 },
  /** Wrong PINs. Beyond these limits an account may still correct a mistype. */
  wrongPinOfNetwork: { by: "network", atOnce: 200, everySeconds: 18 },
  wrongPinOfEverybody: { by: "network", atOnce: 3_000, everySeconds: 1.2 },
  failedSignIn: {
    by: "network",
    atOnce: 100,
    everySeconds: 30,
    message: "Too many sign-ins from your network have failed. Please try again in {wait}.",
  },
  failedResetCode: {
    by: "network",
    atOnce: 100,
    everySeconds: 30,
    message:
      "Too many codes from your network were wrong. Please try again in {wait}, or open the link in the mail.",
  },
} as const satisfies Record<string, RequestLimit>;
