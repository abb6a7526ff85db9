import { requestLimits } from "@ornament/contracts/domain/request-limits";
import { Refusal } from "@ornament/contracts/errors";
import { networkOf } from "@ornament/platform/http/network";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { Dependencies } from "../../dependencies.ts";
import type { RequestLimits } from "./request-limits.ts";

type Request = Pick<RouteRequest, "ip" | "req">;

/**
 * Does work that sends a mail to an address of the caller's choice, within the limit of the caller's network. The count is
 * the same whatever the address, and so is the refusal: a 429 before anything is looked up. It says openly that no mail
 * goes out, so that nobody waits for one. `human`: a human check has confirmed the caller.
 */
export const withinMailLimit = <T>(
  { requestLimits: counts }: Pick<Dependencies, "requestLimits">,
  request: Request,
  { human }: { human: boolean },
  work: () => Promise<T>,
): Promise<T> => counts.holdBack(() => counted(counts, request, human, work));

async function counted<T>(
  counts: RequestLimits,
  request: Request,
  human: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const limit = human ? requestLimits.mailOfHumans : requestLimits.mail;
  const mail = counts.count(limit, {
    name: "mail",
    who: networkOf(request.ip),
    key: request.req.get("idempotency-key"),
  });
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) mail.giveBack();
    throw error;
  }
}
