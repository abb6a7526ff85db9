import { dataCopyAddresses, evidenceAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { Look, lookRoutes } from "@ornament/contracts/api/looks";
import { dataCopyConfirmation } from "@ornament/contracts/domain/data-copy";
import { normaliseEmail } from "@ornament/contracts/domain/email";
import type { AdminRole } from "@ornament/contracts/domain/roles";
import { errorCatalogue, Refusal } from "@ornament/contracts/errors";
import type { CommandContext } from "@ornament/platform/commands/context";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { liveAccount } from "../../aggregates/consumer/decider.ts";
import type { ConsumerAccount } from "../../aggregates/consumer/state.ts";
import { isRecorded, latestLook } from "../../aggregates/look/decider.ts";
import { callingAdmin } from "../../http/caller.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";

interface Needs {
  readonly looks: Aggregates["looks"];
  readonly consumers: Pick<Aggregates["consumers"], "load">;
  readonly contexts: Pick<RequestContexts, "of">;
}

/**
 * `POST api/admin/looks`: records that the calling admin exports a table, opens a profile, asks for the tables of
 * an instant, makes a copy of a consumer's data or downloads an evidence file. query-api calls it before it sends the data. An admin who calls
 * it directly records a look and gets no data. Throws `consumer_not_found` for the profile or the copy of no
 * account, `forbidden` for a copy or an evidence file that the admin's role may not have, and
 * `confirmation_mismatch` for a copy whose confirmation doesn't name the account.
 */
export const recordLook =
  (needs: Needs): Handler<typeof lookRoutes.recordLook> =>
  async (request) => {
    const { id: adminId, role } = callingAdmin(request.caller);
    if (!mayLook(request.body, role)) throw new Refusal("forbidden");
    await record(needs, adminId, request.body, needs.contexts.of(request));
    return { success: true, message: "The look is recorded." };
  };

/** Whether the role may get the data of the look, so that nobody else can write its entry. */
function mayLook({ type }: Look, role: AdminRole): boolean {
  const routes = { dataCopy: dataCopyAddresses.consumerDataCopy, evidence: evidenceAddresses.logEvidence };
  const callers: readonly string[] | undefined =
    type === "dataCopy" || type === "evidence" ? routes[type].callers : undefined;
  return callers === undefined || callers.includes(role);
}

async function record(
  { looks, consumers }: Needs,
  adminId: number,
  look: Look,
  context: CommandContext,
): Promise<void> {
  const at = context.now.getTime();
  switch (look.type) {
    case "export": {
      const { table, format, consumerId, narrowed } = look;
      const command = { type: "RecordExport", adminId, table, format, consumerId, narrowed } as const;
      await looks.handle(adminId, command, context);
      return;
    }
    case "profile": {
      const { consumerId } = look;
      const before = await looks.load(adminId);
      if (!isRecorded({ lookedAt: latestLook(before.events, { consumerId }), at }))
        liveAccount((await consumers.load(consumerId)).state);
      await looks.handle(
        adminId,
        (_state, events) => {
          const lookedAt = latestLook(events, { consumerId });
          return { type: "RecordProfile", adminId, consumerId, lookedAt, at };
        },
        context,
        before,
      );
      return;
    }
    case "instant": {
      const instant = new Date(look.instant).toISOString();
      await looks.handle(
        adminId,
        (_state, events) => {
          const lookedAt = latestLook(events, { instant });
          return { type: "RecordInstant", adminId, instant, lookedAt, at };
        },
        context,
      );
      return;
    }
    case "dataCopy": {
      const { consumerId, format, reason, confirmation } = look;
      requireConfirmation(liveAccount((await consumers.load(consumerId)).state), confirmation);
      await looks.handle(adminId, { type: "RecordDataCopy", adminId, consumerId, format, reason }, context);
      return;
    }
    case "evidence": {
      await looks.handle(adminId, { type: "RecordEvidence", adminId, subject: look.subject }, context);
      return;
    }
    default:
      unreachable(look);
  }
}

/** Throws `confirmation_mismatch` unless the typed text names the account. */
function requireConfirmation({ consumerId, email }: ConsumerAccount, typed: string): void {
  if (normaliseEmail(typed) === dataCopyConfirmation(consumerId, email)) return;
  const { message } = errorCatalogue.confirmation_mismatch;
  throw new Refusal("confirmation_mismatch", { errors: [{ path: "confirmation", message }] });
}
