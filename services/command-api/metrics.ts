import { accessId } from "@ornament/contracts/access/document";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import { audience } from "@ornament/contracts/events/fields";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { Appended } from "@ornament/platform/eventstore/event-store";
import type { Metrics } from "@ornament/platform/metrics/metrics";
import type { SignInGuard } from "./sign-in/sign-in-guard.ts";

/** The events of a pause of sign-in, which name the audience. */
const locks = new Set([
  "SignInLocked",
  "SignInLockRepeated",
  "SignInLockedWithoutAccount",
  "UnknownAddressLocked",
]);

const unlocks = new Set(["SignInPauseEnded", "ConsumerPasswordReset", "AdminPasswordReset"]);

type LockData = Extract<DomainEvent, { type: "SignInLocked" }>["data"];

/** Counts failed sign-ins by their answers, as each attempt is stored as failed, and pauses by events. */
export function signInMetrics({ add }: Pick<Metrics, "add">) {
  const failed = add.counter("sign_ins_failed_total", "Sign-ins that were refused", ["audience"]);
  const paused = add.counter("sign_in_pauses_total", "Pauses of an email address after failed sign-ins", [
    "audience",
  ]);
  // A rate needs the 0 before the first failure.
  for (const each of audience.options)
    for (const counter of [failed, paused]) counter.inc({ audience: each }, 0);
  /** By account, of the pauses since this process has started. */
  const pausedUntil = new Map<string, number>();
  add.reading("sign_in_paused_accounts", "Accounts whose sign-in is paused now", () => {
    for (const [account, until] of pausedUntil) if (until <= Date.now()) pausedUntil.delete(account);
    return pausedUntil.size;
  });
  return {
    appended({ events }: Appended): void {
      for (const { type, data } of events)
        if (locks.has(type)) {
          const { audience, subjectId, until } = data as LockData;
          paused.inc({ audience });
          if (subjectId !== undefined) pausedUntil.set(accessId(audience, subjectId), until);
        } else if (unlocks.has(type)) {
          const { consumerId, adminId } = data as { consumerId?: number; adminId: number };
          pausedUntil.delete(
            consumerId === undefined ? accessId("admin", adminId) : accessId("consumer", consumerId),
          );
        }
    },
    counted: (guard: SignInGuard): SignInGuard => ({
      ...guard,
      confirm: (request, attempt) =>
        guard.confirm(request, attempt).catch((error: unknown) => {
          if (error instanceof Refusal && error.code === "sign_in_failed")
            failed.inc({ audience: attempt.audience });
          throw error;
        }),
    }),
  };
}
