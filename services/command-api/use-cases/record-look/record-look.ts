import type { Look, lookRoutes } from "@ornament/contracts/api/looks";
import type { CommandContext } from "@ornament/platform/commands/context";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { liveAccount } from "../../aggregates/consumer/decider.ts";
import { isRecorded, latestLook } from "../../aggregates/look/decider.ts";
import { callingAdmin } from "../../http/caller.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";

interface Needs {
  readonly looks: Aggregates["looks"];
  readonly consumers: Pick<Aggregates["consumers"], "load">;
  readonly contexts: Pick<RequestContexts, "of">;
}

/**
 * `POST api/admin/looks`: records that the calling admin exports a table, opens a profile or asks for the tables
 * of an instant. query-api calls it before it sends the data. An admin who calls it directly records a look and gets no data. Throws
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
    default:
      unreachable(look);
  }
}
