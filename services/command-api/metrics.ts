import { Refusal } from "@ornament/contracts/errors";
import { audience } from "@ornament/contracts/events/fields";
import type { Appended } from "@ornament/platform/eventstore/event-store";
import type { Metrics } from "@ornament/platform/metrics/metrics";
import type { PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import type { SignInGuard } from "./use-cases/sign-in-guard/sign-in-guard.ts";

/** Adds the length of the queues for a password check. */
export function addPasswordQueue(
  { add }: Pick<Metrics, "add">,
  hasher: Pick<PasswordHasher, "waiting">,
): void {
  add.reading("password_queue_length", "Password checks that wait", () => hasher.waiting);
}

/** The events of a pause of sign-in, which name the audience. */
const locks = new Set([
  "SignInLocked",
  "SignInLockRepeated",
  "SignInLockedWithoutAccount",
  "UnknownAddressLocked",
]);

/**
 * Counts failed sign-ins by their answers, because each attempt is stored as failed until it succeeds, and pauses
 * of sign-in by their events.
 */
export function signInMetrics({ add }: Pick<Metrics, "add">) {
  const failed = add.counter("sign_ins_failed_total", "Sign-ins that were refused", ["audience"]);
  const paused = add.counter("sign_in_pauses_total", "Pauses of an email address after failed sign-ins", [
    "audience",
  ]);
  // A rate needs the 0 before the first failure.
  for (const each of audience.options)
    for (const counter of [failed, paused]) counter.inc({ audience: each }, 0);
  return {
    appended({ events }: Appended): void {
      for (const { type, data } of events)
        if (locks.has(type)) paused.inc({ audience: (data as { audience: string }).audience });
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
