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
  /** Finds the account. It must read as many streams for an unknown address as for a known one. */
  find: () => Promise<A | undefined>;
}

type Request = Pick<RouteRequest, "cookies" | "correlationId" | "ip">;

interface Needs {
  readonly attempts: SignInAttempts;
  readonly knownBrowsers: Pick<KnownBrowsers, "isKnown">;
  readonly requestLimits: RequestLimits;
  readonly hasher: Pick<PasswordHasher, "enter">;
  /** The key of the hashes under which addresses are counted. */
  readonly addressKey: Buffer;
  readonly clock: () => Date;
}

export interface SignInGuard {
  /**
   * Compares the password of a sign-in, unless the address is locked. An unknown address, a wrong password and a locked
   * account take the same comparison and throw the same `sign_in_failed`, so that they can't be told apart.
   *
   * The limit of the network and the number of waiting sign-ins are checked first, before anything is read or written. So
   * `too_many_requests` and `busy` are the same for every address and cost almost nothing. A browser in which somebody has
   * signed in to this account before does not wait behind other sign-ins of its network.
   * See docs/decisions/0011-uniform-answers-and-lockouts.md.
   */
  confirm<A extends Account>(request: Request, attempt: Attempt<A>): Promise<A>;
  /** Removes the lock of an address after a password reset by mail. */
  removeLock(about: {
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

  /** Every attempt counts as failed until it succeeds. Admins and consumers of a network are counted together. */
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
    async removeLock(about) {
      await attempts.succeed(addressOf(about), about.subjectId);
    },
  };
}
