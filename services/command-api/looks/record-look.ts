import { dataCopyConfirmation } from "@ornament/contracts/data-copy/format";
import type { Look, lookRoutes } from "@ornament/contracts/looks/api";
import { dataCopyPaths, evidencePaths } from "@ornament/contracts/routes/back-office";
import { errorCatalogue, Refusal } from "@ornament/contracts/routes/errors";
import { requestLimits } from "@ornament/contracts/routes/request-limits";
import { normaliseEmail } from "@ornament/contracts/values/email";
import type { AdminRole } from "@ornament/contracts/values/roles";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { liveAccount } from "../consumers/decider.ts";
import type { ConsumerAccount } from "../consumers/state.ts";
import { callingAdmin } from "../http/caller.ts";
import { isRecorded } from "./decider.ts";

/**
 * `POST api/admin/looks`: query-api records a look of the calling admin before it sends the data. An admin
 * who calls it directly gets no data. Throws `consumer_not_found`, `forbidden` for a role that may not have
 * the data, `confirmation_mismatch` for a copy that doesn't name the account, and `too_many_requests`.
 */
export const recordLook =
  (parts: Parts): Handler<typeof lookRoutes.recordLook> =>
  async (request) => {
    const { id: adminId, role } = callingAdmin(request.caller);
    if (!mayLook(request.body, role)) throw new Refusal("forbidden");
    await record(parts, { adminId, look: request.body }, parts.contexts.of(request));
    return { success: true, message: "The look is recorded." };
  };

/** Whether the role may get the data of the look, so that nobody else can write its entry. */
function mayLook({ type }: Look, role: AdminRole): boolean {
  const routes = { dataCopy: dataCopyPaths.consumerDataCopy, evidence: evidencePaths.logEvidence };
  const callers: readonly string[] | undefined =
    type === "dataCopy" || type === "evidence" ? routes[type].callers : undefined;
  return callers === undefined || callers.includes(role);
}

async function record(
  { looks, consumers, requestLimits: counts }: Parts,
  { adminId, look }: { adminId: number; look: Look },
  context: CommandContext,
): Promise<void> {
  const at = context.now.getTime();
  const name = look.type === "instant" || look.type === "evidence" ? "lookBack" : "look";
  const before = await looks.load(adminId);
  const account = async (id: number) => liveAccount((await consumers.load(id)).state);
  if (look.type === "profile" && !isRecorded(before.events, { adminId, look, at }))
    await account(look.consumerId);
  if (look.type === "dataCopy") requireConfirmation(await account(look.consumerId), look.confirmation);
  await looks.handle(
    adminId,
    (_state, events) => {
      const known = isRecorded(events, { adminId, look, at });
      if (!known) counts.count(requestLimits[name], { name, who: `admin ${adminId}` });
      return { type: "RecordLook", adminId, look, known };
    },
    context,
    before,
  );
}

/** Throws `confirmation_mismatch` unless the typed text names the account. */
function requireConfirmation({ consumerId, email }: ConsumerAccount, typed: string): void {
  if (normaliseEmail(typed) === dataCopyConfirmation(consumerId, email)) return;
  const { message } = errorCatalogue.confirmation_mismatch;
  throw new Refusal("confirmation_mismatch", { errors: [{ path: "confirmation", message }] });
}
