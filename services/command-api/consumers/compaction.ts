import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { limits } from "@ornament/contracts/values/limits";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { newestOfEach } from "@ornament/platform/eventstore/compaction/compaction";
import type { Compaction, StoredEvent } from "@ornament/platform/eventstore/event-store";

/** More links than can be requested while a link is valid. */
const linksKept = 100;
/** Enough that a request which started a change of the email address still finds the result. */
const emailChangesKept = 8;
/** More tries than a reset code allows. */
const refusedCodesKept = 10;

type Stored = StoredEvent<ConsumerEvent>;

/**
 * Keeps the ornaments with their newest names, the passwords, the links and codes that may still be used, and
 * the mails of the last hour. A registration attempt is kept as long as a link to it, because a link confirms
 * the password of its attempt.
 */
export const consumerCompaction: Compaction<ConsumerEvent> = {
  version: 1,
  keep(events) {
    const counting = new Set([
      ...events.filter(alwaysCounts),
      ...newest(events, (event) => event.type === "ActivationLinkRequested", linksKept),
      ...newest(events, isAttempt, linksKept),
      ...newest(events, isNotice, limits.mailsPerHour),
      ...newest(events, isEmailChange, emailChangesKept),
      ...newest(events, ({ type }) => type === "ConsumerEmailChanged", 1),
      ...newest(events, ({ type }) => type === "PasswordResetRequested", limits.mailsPerHour),
      ...newest(events, isRefusedCodeOf(events), refusedCodesKept),
      ...newest(events, ({ type }) => type === "PasswordResetCodeAccepted", 1),
    ]);
    const attempts = new Set([...counting].map(attemptOf));
    const kept = events.filter(
      (event) => counting.has(event) || (isAttempt(event) && attempts.has(event.data.attempt?.nonce)),
    );
    return newestOfEach(kept, keyOf);
  },
};

const newest = (events: readonly Stored[], counts: (event: Stored) => boolean, most: number) =>
  events.filter(counts).slice(-most);

type Repeated = StoredEvent<Extract<ConsumerEvent, { type: "RegistrationRepeated" }>>;

const isAttempt = (event: Stored): event is Repeated =>
  event.type === "RegistrationRepeated" && event.data.attempt !== null;
const isNotice = (event: Stored) => event.type === "RegistrationRepeated" && event.data.attempt === null;

const isEmailChange = ({ type }: Stored) =>
  type === "ConsumerEmailChangeStarted" ||
  type === "ConsumerEmailChanged" ||
  type === "ConsumerEmailChangeRefused";

function isRefusedCodeOf(events: readonly Stored[]): (event: Stored) => boolean {
  const requested = events.findLast((event) => event.type === "PasswordResetRequested");
  const nonce = requested?.type === "PasswordResetRequested" ? requested.data.nonce : undefined;
  return (event) => event.type === "PasswordResetCodeRefused" && event.data.nonce === nonce;
}

/** The registration attempt that a link or a confirmation belongs to. */
const attemptOf = (event: Stored): string | undefined =>
  event.type === "ActivationLinkRequested" || event.type === "ConsumerEmailConfirmed"
    ? event.data.attempt
    : undefined;

function alwaysCounts(event: Stored): boolean {
  switch (event.type) {
    case "ConsumerRegistered":
    case "ConsumerEmailConfirmed":
    case "MarketingPreferenceChanged":
    case "ConsumerPasswordReset":
    case "OrnamentAdded":
    case "OrnamentRemoved":
    case "OrnamentRenamed":
    case "OrnamentSelected":
    case "ConsumerAccountDeleted":
      return true;
    case "RegistrationRepeated":
    case "ActivationLinkRequested":
    case "ConsumerEmailChangeStarted":
    case "ConsumerEmailChanged":
    case "ConsumerEmailChangeRefused":
    case "PasswordResetRequested":
    case "PasswordResetCodeRefused":
    case "PasswordResetCodeAccepted":
    case "ResetCodeLocked":
    case "SignInPauseEnded":
    case "ItAdminAsked":
      return false;
    default:
      return unreachable(event);
  }
}

/** The key of an event. Only the newest event of a key is kept. An event without a key is always kept. */
function keyOf(event: Stored): string | undefined {
  switch (event.type) {
    case "MarketingPreferenceChanged":
    case "OrnamentSelected":
      return event.type;
    case "OrnamentRenamed":
      return `${event.type} ${event.data.code}`;
    default:
      return undefined;
  }
}
