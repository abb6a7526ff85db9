import type { Look, lookRoutes } from "@ornament/contracts/api/looks";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { liveAccount } from "../../aggregates/consumer/decider.ts";
import { isRecorded, latestOpening } from "../../aggregates/look/decider.ts";
import { callingAdmin } from "../../http/caller.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";

interface Needs {
  readonly looks: Aggregates["looks"];
  readonly consumers: Pick<Aggregates["consumers"], "load">;
  readonly contexts: Pick<RequestContexts, "of">;
}

/**
 * `POST api/admin/looks`: records that the calling admin exports a table or opens a profile. query-api calls it
 * before it sends the data. An admin who calls it directly records a look and gets no data. Throws
 * `consumer_not_found` for the profile of no account.
 */
export const recordLook =
  (needs: Needs): Handler<typeof lookRoutes.recordLook> =>
  async (request) => {
    const { id: adminId } = callingAdmin(request.caller);
    await record(needs, adminId, request.body, needs.contexts.of(request));
    return { success: true, message: "The look is recorded." };
  };

async function record(
  { looks, consumers }: Needs,
  adminId: number,
  look: Look,
  context: CommandContext,
): Promise<void> {
  if (look.type === "export") {
    const { table, format, consumerId, narrowed } = look;
    const command = { type: "RecordExport", adminId, table, format, consumerId, narrowed } as const;
    await looks.handle(adminId, command, context);
    return;
  }
  if (look.type === "instant") return;
  const { consumerId } = look;
  const at = context.now.getTime();
  const before = await looks.load(adminId);
  if (!isRecorded(latestOpening(before.events, consumerId), at))
    liveAccount((await consumers.load(consumerId)).state);
  await looks.handle(
    adminId,
    (_state, events) => {
      const openedAt = latestOpening(events, consumerId);
      return { type: "RecordProfile", adminId, consumerId, openedAt, at };
    },
    context,
    before,
  );
}
