import { requestLimits } from "@ornament/contracts/domain/request-limits";
import { Refusal } from "@ornament/contracts/errors";
import type { Audience } from "@ornament/contracts/events/fields";
import { networkOf } from "@ornament/platform/http/network";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { PasswordPlace } from "@ornament/platform/passwords/password-hasher";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import { type Address, countAttempt, recordLock, recordSuccess } from "../../aggregates/sign-in/attempts.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { Counted } from "../../http/request-limits/request-limits.ts";
import { isKnownBrowser } from "./known-browser.ts";

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

/**
 * Compares the password of a sign-in under the lockout of its address. Unknown address, wrong password and locked account
 * cost the same comparison and are the same `sign_in_failed`; nothing of the attempt shows in the answer.
 *
 * What a network may fail and how many may wait is looked at first, before anything is read or written, so that the
 * refusals `too_many_requests` and `busy` are the same for every address and cost next to nothing. A browser in which
 * somebody has signed in to this very account before is not held back by its neighbours.
 */
export const guardSignIn = <A extends Account>(
  dependencies: Dependencies,
  request: Request,
  attempt: Attempt<A>,
): Promise<A> => dependencies.requestLimits.holdBack(() => guarded(dependencies, request, attempt));

async function guarded<A extends Account>(
  dependencies: Dependencies,
  request: Request,
  attempt: Attempt<A>,
): Promise<A> {
  const { audience, email } = attempt;
  const known = isKnownBrowser(dependencies, request, attempt);
  const failure = known ? undefined : countFailure(dependencies, request);
  const address = addressOf(dependencies, { audience, email, correlationId: request.correlationId });
  let place: PasswordPlace | undefined;
  try {
    place = dependencies.hasher.enter({ known, name: known ? address.key : networkOf(request.ip) });
    const account = await compare(dependencies, place, address, attempt);
    failure?.giveBack();
    return account;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "sign_in_failed") failure?.giveBack();
    throw error;
  } finally {
    place?.leave();
  }
}

/** Every attempt counts as failed until it succeeds. Admins and consumers share the count of their network. */
const countFailure = (dependencies: Dependencies, { ip }: Request): Counted =>
  dependencies.requestLimits.count(requestLimits.failedSignIn, {
    name: "failed sign-in",
    who: networkOf(ip),
  });

async function compare<A extends Account>(
  dependencies: Dependencies,
  place: PasswordPlace,
  address: Address,
  { password, find }: Attempt<A>,
): Promise<A> {
  const counted = await countAttempt(dependencies, address, dependencies.clock().getTime());
  const account = await find();
  const hash = counted ? account?.passwordHash : undefined;
  const matches =
    hash === undefined ? await place.compareDummy(password) : await place.compare(password, hash);
  if (!account || !matches) {
    if (counted) await recordLock(dependencies, address, account !== undefined);
    throw new Refusal("sign_in_failed");
  }
  await recordSuccess(dependencies, address, account.subjectId);
  return account;
}

/** A password that was reset by mail lifts the lockout of its address. */
export async function liftSignInLock(
  dependencies: Dependencies,
  about: { audience: Audience; email: string; subjectId: number; correlationId: string },
): Promise<void> {
  await recordSuccess(dependencies, addressOf(dependencies, about), about.subjectId);
}

const addressOf = (
  { secrets }: Pick<Dependencies, "secrets">,
  { audience, email, correlationId }: { audience: Audience; email: string; correlationId: string },
): Address => ({
  audience,
  key: keyedName(secrets.addressKey, "sign-in", audience, email),
  correlationId,
});
