import type { Audience } from "@ornament/contracts/events/fields";
import { Refusal } from "@ornament/contracts/routes/errors";
import { requestLimits as limits } from "@ornament/contracts/routes/request-limits";
import { originOf } from "@ornament/platform/commands/context";
import { countingCalls } from "@ornament/platform/eventstore/calls/log-calls";
import type { RequestOrigin } from "@ornament/platform/eventstore/event-store";
import { networkOf } from "@ornament/platform/http/network";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { PasswordChecks } from "@ornament/platform/passwords/password-hasher";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import type { Dependencies } from "../dependencies.ts";
import type { uniformAnswers } from "../http/uniform-response.ts";
import type { knownBrowsers } from "../sessions/known-browsers.ts";
import { freeFailures } from "./decider.ts";
import type { Address, CountedAttempt, signInAttempts } from "./sign-in-attempts.ts";

/** From this failure on the answer warns of the lock. */
const warnedFrom = 5;
const warning = `Incorrect email or password. After ${freeFailures} failed attempts we pause sign-in for this address. You can reset your password.`;
const paused =
  "Too many failed attempts. Sign-in for this address is paused: try again in {wait}, or reset your password.";

/** The claim or the directory is read, and the account with its snapshot and its key. */
const callsOfFind = { reads: 4, appends: 0 };

interface Account {
  readonly subjectId: number;
  /** None: no password is right. */
  readonly passwordHash: string | null | undefined;
}

interface Attempt<A> {
  audience: Audience;
  /** Normalised. */
  email: string;
  password: string;
  /** Finds the account. A failure makes up the calls that finding no account needs less. */
  find: () => Promise<A | undefined>;
}

type Request = Pick<RouteRequest, "cookies" | "correlationId" | "ip" | "requestId">;

type Guarding = Pick<Dependencies, "requestLimits" | "hasher" | "secrets" | "clock"> & {
  readonly attempts: ReturnType<typeof signInAttempts>;
  readonly knownBrowsers: Pick<ReturnType<typeof knownBrowsers>, "isKnown">;
  readonly uniformAnswers: Pick<ReturnType<typeof uniformAnswers>, "makeUp">;
};

export type SignInGuard = ReturnType<typeof signInGuard>;

interface LockedAddress {
  readonly audience: Audience;
  readonly email: string;
  readonly subjectId: number;
  readonly origin: RequestOrigin;
}

/** Browsers that have signed in to the account before are counted separately. */
const bothCounts = [false, true] as const;

export function signInGuard(parts: Guarding) {
  const { attempts, knownBrowsers, requestLimits, hasher, secrets, clock } = parts;

  const keyOf = ({ audience, email }: { audience: Audience; email: string }, known: boolean) =>
    keyedName(secrets.addressKey, known ? "sign-in-known-browser" : "sign-in", audience, email);

  const addressOf = (
    about: { audience: Audience; email: string; origin: RequestOrigin },
    known: boolean,
  ): Address => ({ audience: about.audience, key: keyOf(about, known), origin: about.origin });

  /** Known and unknown addresses, right and wrong passwords get the same after the same failures. */
  const refusalAfter = ({ failures, lockedUntil }: CountedAttempt): Refusal => {
    const wait = Math.ceil((lockedUntil - clock().getTime()) / 1000);
    if (failures >= freeFailures)
      return new Refusal("sign_in_failed", { message: paused, retryAfterSeconds: Math.max(1, wait) });
    return new Refusal("sign_in_failed", failures >= warnedFrom ? { message: warning } : {});
  };

  /**
   * Every attempt counts as failed until it succeeds. Admins and consumers of a network are counted together.
   */
  const countFailure = ({ ip }: Request) =>
    requestLimits.count(limits.failedSignIn, { name: "failed sign-in", who: networkOf(ip) });

  const compare = async <A extends Account>(
    passwords: PasswordChecks,
    { address, knownBrowser }: { address: Address; knownBrowser: boolean },
    { password, find }: Attempt<A>,
  ): Promise<A> => {
    const calls = { reads: 0, appends: 0 };
    const [attempt, account] = await Promise.all([
      attempts.count(address, clock().getTime()),
      countingCalls(calls, find),
    ]);
    const { counted } = attempt;
    const hash = counted ? account?.passwordHash : undefined;
    const matches = hash ? await passwords.compare(password, hash) : await passwords.compareDummy(password);
    if (!account || !matches) {
      await parts.uniformAnswers.makeUp(callsOfFind, calls);
      const subjectId = account?.subjectId ?? null;
      if (counted) await attempts.recordLock(address, { subjectId, knownBrowser });
      throw refusalAfter(attempt);
    }
    await attempts.succeed(address, account.subjectId, attempt);
    return account;
  };

  const confirm = async <A extends Account>(request: Request, attempt: Attempt<A>): Promise<A> => {
    const { audience, email } = attempt;
    const known = knownBrowsers.isKnown(request, attempt);
    const failure = known ? undefined : countFailure(request);
    const address = addressOf({ audience, email, origin: originOf(request) }, known);
    const asker = { known, name: known ? address.key : networkOf(request.ip) };
    try {
      const account = await hasher.inTurn(asker, (passwords) =>
        compare(passwords, { address, knownBrowser: known }, attempt),
      );
      failure?.giveBack();
      return account;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "sign_in_failed") failure?.giveBack();
      throw error;
    }
  };

  return {
    /**
     * Compares the password of a sign-in. An unknown address, a wrong password and a locked account need the
     * same comparison and throw `sign_in_failed`, whose message depends only on the number of failed
     * attempts.
     *
     * The limit of the network and the queue come before any read or write, so `too_many_requests` and `busy`
     * are the same for every address. A browser that signed in to the account before waits behind no others,
     * and its failures are counted separately. See docs/decisions/0011-uniform-answers-and-lockouts.md.
     */
    confirm: <A extends Account>(request: Request, attempt: Attempt<A>): Promise<A> =>
      requestLimits.holdBack(() => confirm(request, attempt)),
    /** Removes the lock of an email address after a password reset by mail. */
    async removeLock(about: LockedAddress): Promise<void> {
      for (const known of bothCounts) await attempts.succeed(addressOf(about, known), about.subjectId);
    },
    /** Whether sign-in with an email address is paused in new browsers or in those that signed in before. */
    async isPaused(about: Pick<LockedAddress, "audience" | "email">): Promise<boolean> {
      const { audience } = about;
      const counts = await Promise.all(
        bothCounts.map((known) => attempts.read({ audience, key: keyOf(about, known) })),
      );
      return counts.some(({ lockedUntil }) => lockedUntil > clock().getTime());
    },
    /**
     * Sets the failed attempts of an email address up to `at` (Unix time in milliseconds) to zero. Counts with a
     * later failure stay, so that a repetition ends no later pause.
     */
    async endPause(about: LockedAddress & { at: number }): Promise<void> {
      for (const known of bothCounts) {
        const address = addressOf(about, known);
        const { lastFailureAt } = await attempts.read(address);
        if (lastFailureAt > 0 && lastFailureAt <= about.at) await attempts.succeed(address, about.subjectId);
      }
    },
  };
}
