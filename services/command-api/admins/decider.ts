import type { AdminEvent } from "@ornament/contracts/admins/events";
import { Refusal } from "@ornament/contracts/routes/errors";
import { limits } from "@ornament/contracts/values/limits";
import type { Decider } from "@ornament/platform/commands/decider";
import { isWithin } from "@ornament/platform/commands/recorded-time";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { newestOfEach } from "@ornament/platform/eventstore/compaction/compaction";
import type { Compaction } from "@ornament/platform/eventstore/event-store";

export interface AdminNames {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface PasswordLink {
  readonly nonce: string;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

export interface AdminState {
  /** `undefined` until a password is set, `null` after the person's key was erased. */
  readonly passwordHash: string | null | undefined;
  /** Whether a recovery has ended the password that the account was created with. */
  readonly recovered: boolean;
  /** `undefined` until the first change of the names. */
  readonly names: AdminNames | undefined;
  /** The newest link, until it is used or a password is set. */
  readonly link: PasswordLink | undefined;
  /** The times of the latest requests for links, at most the number that may be mailed in an hour. */
  readonly linksRequestedAt: readonly number[];
}

/** Absent names stay. `current`: the names now, from the admin's stream or the directory. */
export type AdminCommand = { adminId: number } & (
  | {
      type: "UpdateAdmin";
      current: AdminNames;
      firstName: string | undefined;
      lastName: string | undefined;
      password: { hash: string; keptSessionId: string | null } | undefined;
    }
  | { type: "SignOutEverywhere"; reason: string }
  | { type: "RequestPasswordLink"; nonce: string; reason: "forgotten" | "invitation"; at: number }
  | { type: "ResetPassword"; nonce: string; passwordHash: string; at: number }
  /** The operator lets the admin in again; the directory has changed the email address. */
  | { type: "RecoverAdmin"; formerEmail: string | null; email: string; nonce: string; at: number }
);

/**
 * Keeps the newest names, the links that count towards the hourly limit of mails, and every password, recovery
 * and end of all sessions, because the credential epoch counts them.
 */
export const adminCompaction: Compaction<AdminEvent> = {
  version: 1,
  keep(events) {
    const links = events.filter(({ type }) => type === "AdminPasswordResetRequested");
    const outdated = new Set(links.slice(0, -limits.mailsPerHour));
    return newestOfEach(
      events.filter((event) => !outdated.has(event)),
      ({ type }) => (type === "AdminProfileUpdated" ? type : undefined),
    );
  },
};

export const adminDecider: Decider<AdminState, AdminCommand, AdminEvent> = {
  initialState: () => ({
    passwordHash: undefined,
    recovered: false,
    names: undefined,
    link: undefined,
    linksRequestedAt: [],
  }),
  compaction: adminCompaction,
  decide(command, state) {
    switch (command.type) {
      case "UpdateAdmin":
        return update(command);
      case "SignOutEverywhere":
        return [
          { type: "AdminSignedOutEverywhere", data: { adminId: command.adminId, reason: command.reason } },
        ];
      case "RequestPasswordLink":
        return requestLink(command, state);
      case "ResetPassword":
        return reset(command, state);
      case "RecoverAdmin":
        return [recovered(command)];
      default:
        return unreachable(command);
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case "AdminProfileUpdated":
        return {
          ...state,
          names: { firstName: event.data.firstName, lastName: event.data.lastName },
        };
      case "AdminPasswordSet":
      case "AdminPasswordReset":
        return { ...state, passwordHash: event.data.passwordHash, link: undefined };
      case "AdminPasswordResetRequested": {
        const { nonce, expiresAt } = event.data;
        const requestedAt = expiresAt - limits.adminResetLinkMilliseconds;
        return {
          ...state,
          link: { nonce, expiresAt },
          linksRequestedAt: [...state.linksRequestedAt, requestedAt].slice(-limits.mailsPerHour),
        };
      }
      case "AdminSignedOutEverywhere":
        return state;
      case "AdminRecovered": {
        const { nonce, expiresAt } = event.data;
        return { ...state, passwordHash: undefined, recovered: true, link: { nonce, expiresAt } };
      }
      default:
        return unreachable(event);
    }
  },
};

/** The link with this nonce if it can set a password now. Throws `reset_link_invalid`. */
export function requireLink(state: AdminState, nonce: string, at: number): PasswordLink {
  const { link } = state;
  if (link?.nonce !== nonce || link.expiresAt <= at) throw new Refusal("reset_link_invalid");
  return link;
}

function update({
  adminId,
  current,
  password,
  ...given
}: AdminCommand & { type: "UpdateAdmin" }): AdminEvent[] {
  const firstName = nameAfter(current.firstName, given.firstName);
  const lastName = nameAfter(current.lastName, given.lastName);
  const events: AdminEvent[] = [];
  if (firstName !== current.firstName || lastName !== current.lastName)
    events.push({ type: "AdminProfileUpdated", data: { adminId, firstName, lastName } });
  if (password)
    events.push({
      type: "AdminPasswordSet",
      data: { adminId, passwordHash: password.hash, keptSessionId: password.keptSessionId },
    });
  return events;
}

/** A name that can't be read is shown as empty and stays `null`: an empty text would replace it for ever. */
const nameAfter = (current: string | null, given = current ?? ""): string | null =>
  given === (current ?? "") ? current : given;

/**
 * Does nothing beyond the hourly limit; the caller gets the same answer. An invitation does nothing for an
 * account that has a password, was sent a link before, or was recovered.
 */
function requestLink(
  { adminId, nonce, reason, at }: AdminCommand & { type: "RequestPasswordLink" },
  { linksRequestedAt, passwordHash, recovered }: AdminState,
): AdminEvent[] {
  const isLetIn = passwordHash !== undefined || linksRequestedAt.length > 0 || recovered;
  if (reason === "invitation" && isLetIn) return [];
  const lately = linksRequestedAt.filter((requestedAt) => isWithin(requestedAt, 3_600_000, at));
  if (lately.length >= limits.mailsPerHour) return [];
  const expiresAt = at + limits.adminResetLinkMilliseconds;
  return [{ type: "AdminPasswordResetRequested", data: { adminId, nonce, expiresAt, reason } }];
}

function reset(
  { adminId, nonce, passwordHash, at }: AdminCommand & { type: "ResetPassword" },
  state: AdminState,
): AdminEvent[] {
  requireLink(state, nonce, at);
  return [{ type: "AdminPasswordReset", data: { adminId, passwordHash } }];
}

/** The hourly limit is for mails. The link of a recovery is not mailed, so nobody can delay it. */
function recovered({ type: _, at, ...data }: AdminCommand & { type: "RecoverAdmin" }): AdminEvent {
  return { type: "AdminRecovered", data: { ...data, expiresAt: at + limits.adminResetLinkMilliseconds } };
}
