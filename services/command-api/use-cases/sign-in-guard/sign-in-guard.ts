import { requestLimits as limits } from "@ornament/contracts/domain/request-limits";
import { Refusal } from "@ornament/contracts/errors";
import type { Audience } from "@ornament/contracts/events/fields";
import { networkOf } from "@ornament/platform/http/network";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { PasswordHasher, PasswordPlace } from "@ornament/platform/passwords/password-hasher";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import type { Address, SignInAttempts } from "../../aggregates/sign-in/sign-in-attempts.ts";
import type { RequestLimits } from "../../http/request-limits/request-limits.ts";
import type { KnownBrowsers } from "./known-browsers.ts";

interface Account {
  readonly subjectId: number;
  readonly passwordHash: string | undefined;
}

interface Attempt<A> {
  audience: Audience;
  /** Normalised. */
  email: string;
  password: string;
  /** Looks the account up; reads as many streams for an unknown address as for a known one. */
  find: () => Promise<A | undefined>;
}

type Request = Pick<RouteRequest, "cookies" | "correlationId" | "ip">;

interface Needs {
  readonly attempts: SignInAttempts;
  readonly knownBrowsers: Pick<KnownBrowsers, "isKnown">;
  readonly requestLimits: RequestLimits;
  readonly hasher: Pick<PasswordHasher, "enter">;
  /** Keys the names under which addresses are counted. */
  readonly addressKey: Buffer;
  readonly clock: () => Date;
}

export interface SignInGuard {
  /**
   * Compares the password of a sign-in under the lockout of its address. Unknown address, wrong password and locked account
   * cost the same comparison and are the same `sign_in_failed`; nothing of the attempt shows in the answer.
   *
   * What a network may fail and how many may wait is checked first, before anything is read or written, so that the
   * refusals `too_many_requests` and `busy` are the same for every address and cost next to nothing. A browser in which
   * somebody has signed in to this very account before does not wait behind its network's other sign-ins.
   */
  confirm<A extends Account>(request: Request, attempt: Attempt<A>): Promise<A>;
  /** Lifts the lockout of an address after a password reset by mail. */
  liftLock(about: {
    audience: Audience;
    email: string;
    subjectId: number;
    correlationId: string;
  }): Promise<void>;
}

export function signInGuard(needs: Needs): SignInGuard {
  const { attempts, knownBrowsers, requestLimits, hasher, addressKey, clock } = needs;

  const addressOf = (about: { audience: Audience; email: string; correlationId: string }): Address => ({
    audience: about.audience,
    key: keyedName(addressKey, "sign-in", about.audience, about.email),
    correlationId: about.correlationId,
  });

  /** Every attempt counts as failed until it succeeds. Admins and consumers share the count of their network. */
  const countFailure = ({ ip }: Request) =>
    requestLimits.count(limits.failedSignIn, { name: "failed sign-in", who: networkOf(ip) });

  const compare = async <A extends Account>(
    place: PasswordPlace,
    address: Address,
    { password, find }: Attempt<A>,
  ): Promise<A> => {
    const counted = await attempts.count(address, clock().getTime());
    const account = await find();
    const hash = counted ? account?.passwordHash : undefined;
    const matches =
      hash === undefined ? await place.compareDummy(password) : await place.compare(password, hash);
    if (!account || !matches) {
      if (counted) await attempts.recordLock(address, account !== undefined);
      throw new Refusal("sign_in_failed");
    }
    await attempts.succeed(address, account.subjectId);
    return account;
  };

  const confirm = async <A extends Account>(request: Request, attempt: Attempt<A>): Promise<A> => {
    const { audience, email } = attempt;
    const known = knownBrowsers.isKnown(request, attempt);
    const failure = known ? undefined : countFailure(request);
    const address = addressOf({ audience, email, correlationId: request.correlationId });
    let place: PasswordPlace | undefined;
    try {
      place = hasher.enter({ known, name: known ? address.key : networkOf(request.ip) });
      const account = await compare(place, address, attempt);
      failure?.giveBack();
      return account;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "sign_in_failed") failure?.giveBack();
      throw error;
    } finally {
      place?.leave();
    }
  };

  return {
    confirm: (request, attempt) => requestLimits.holdBack(() => confirm(request, attempt)),
    async liftLock(about) {
      await attempts.succeed(addressOf(about), about.subjectId);
    },
  };
}
