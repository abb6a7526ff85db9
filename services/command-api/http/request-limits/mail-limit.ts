import { requestLimits } from "@ornament/contracts/domain/request-limits";
import { Refusal } from "@ornament/contracts/errors";
import { networkOf } from "@ornament/platform/http/network";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { RequestLimits } from "./request-limits.ts";

/**
 * Runs work that sends a mail, within the limit of the caller's network. `human`: a human check has confirmed
 * the caller.
 */
export type WithinMailLimit = <T>(
  request: RouteRequest,
  caller: { human: boolean },
  work: () => Promise<T>,
) => Promise<T>;

/**
 * Limits the mails that a network may request. The refusal is the same for every email address, because it
 * comes before any look-up. It says that no mail is sent, so that nobody waits for one.
 */
export const withinMailLimit =
  (counts: RequestLimits): WithinMailLimit =>
  (request, { human }, work) =>
    counts.holdBack(async () => {
      const limit = human ? requestLimits.mailOfHumans : requestLimits.mail;
      const mail = counts.count(limit, { name: "mail", who: networkOf(request.ip) });
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Refusal) || error.status >= 500) mail.giveBack();
        throw error;
      }
    });
