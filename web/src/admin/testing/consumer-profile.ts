import type { ConsumerProfile } from "@ornament/contracts/consumers/api";
import type { SignInHelp } from "@ornament/contracts/sign-in-help/api";

/** A consumer without an ornament, for tests. */
export const consumerProfile: ConsumerProfile = {
  id: 7,
  email: "sam.parent@example.com",
  marketingEmail: false,
  isActivated: true,
  createdAt: "2026-11-01T10:00:00.000Z",
  confirmedAt: "2026-11-01T10:05:00.000Z",
  formerEmails: [],
  pins: { rows: [], count: 0 },
  devices: [],
  version: "42",
};

/** The answer about a person whom nothing keeps from signing in. */
export const signInHelp: SignInHelp = {
  readySince: "2026-11-22T09:00:00.000Z",
  lastSignInAt: "2026-11-22T09:05:00.000Z",
  pauses: [],
  mails: [],
  moreMails: false,
  limitedMails: [],
  refusals: [],
};
