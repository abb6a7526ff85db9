import type { passwordRoutes } from "@ornament/contracts/passwords/api";
import { limits } from "@ornament/contracts/values/limits";
import type { Handler } from "@ornament/platform/http/route-request";
import { LRUCache } from "lru-cache";
import type { Parts } from "../compose-parts.ts";
import { commandOfEmail, emailKeyOf, storeCallsOfEmail } from "../consumers/claim-emails.ts";
import { mailAllowed } from "../consumers/state.ts";
import { confirmHuman, withinMailLimit } from "../http/request-limits.ts";
import { checkEmailMessage } from "../registration/registration.ts";

/** `POST api/user/reset-password`: the same for every address, and for the fourth mail in an hour. */
export const consumerForgotPassword =
  (parts: Parts): Handler<typeof passwordRoutes.consumerForgotPassword> =>
  async (request) => {
    const { humanCheck, uniformAnswers, codeTries, contexts } = parts;
    const { ip, body } = request;
    await confirmHuman(parts, "consumerForgotPassword", request);
    const contextOf = (consumerId: number) => contexts.ofHiddenAccount(request, consumerId);
    await withinMailLimit(parts, { ip, human: humanCheck.isOn }, () => {
      const now = parts.clock().getTime();
      codeTries.asked(emailKeyOf(parts, body.email), now);
      return uniformAnswers.withoutRefusals(storeCallsOfEmail, () =>
        commandOfEmail(parts, body.email, contextOf, () => ({
          type: "RequestPasswordReset",
          nonce: parts.randomNonce(),
          now,
        })),
      );
    });
    return { success: true, message: checkEmailMessage };
  };

/**
 * More addresses than ask for a code at the same time. For a dropped address, the usual message is answered.
 */
const emailsRemembered = 20_000;

interface Tries {
  /** The times when codes were requested (Unix times in milliseconds). */
  askedAt: readonly number[];
  /** Tries since the newest code. */
  count: number;
  lastKey: string | undefined;
}

/**
 * Counts the tries of reset codes of an email address in this replica's memory, only for the message of a
 * refusal. The count is the same with and without an account, and a right code changes nothing.
 */
export function codeTries() {
  const addresses = new LRUCache<string, Tries>({ max: emailsRemembered });
  const none: Tries = { askedAt: [], count: 0, lastKey: undefined };
  return {
    /** A code was requested. If one may be mailed now, tries are counted from zero. */
    asked(address: string, now: number): void {
      const { askedAt } = addresses.get(address) ?? none;
      if (mailAllowed(askedAt, now))
        addresses.set(address, { ...none, askedAt: [...askedAt, now].slice(-limits.mailsPerHour) });
    },
    /** Counts a try, once for each idempotency key. Returns the number since the newest code. */
    tried(address: string, key: string): number {
      const tries = addresses.get(address) ?? none;
      const count = tries.lastKey === key ? tries.count : tries.count + 1;
      addresses.set(address, { ...tries, count, lastKey: key });
      return count;
    },
  };
}
