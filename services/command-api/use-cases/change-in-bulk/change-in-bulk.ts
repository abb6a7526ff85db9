import type { bulkChangeRoutes } from "@ornament/contracts/api/bulk-changes";
import { pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import { openPinList } from "@ornament/platform/tokens/pin-list";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { changedCodes } from "../../aggregates/bulk-change/state.ts";
import { callingAdmin } from "../../http/caller.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { BulkChangeRuns } from "./bulk-change-runs.ts";

type Routes = Pick<typeof bulkChangeRoutes, "startBulkChange" | "stopBulkChange" | "undoBulkChange">;

interface Needs {
  readonly bulkChanges: Pick<Aggregates["bulkChanges"], "load" | "handle">;
  readonly bulkChangeRuns: Pick<BulkChangeRuns, "begin">;
  readonly contexts: Pick<RequestContexts, "of">;
  readonly secrets: Secrets;
}

/**
 * Starts, stops and undoes bulk changes. A start only stores the list of PINs: the changes run in the
 * background. The id of a bulk change is that of its command, so a repeated request starts it once.
 */
export function bulkChangeHandlers(needs: Needs): HandlersFor<Routes> {
  const { bulkChanges, bulkChangeRuns, contexts, secrets } = needs;
  return {
    async startBulkChange(request) {
      const { pins, change, comment } = request.body;
      const list = openPinList(secrets.ring("adminToken"), callingAdmin(request.caller).id, pins);
      if (!list) throw new Refusal("pin_list_invalid");
      const context = contexts.of(request);
      const bulkChangeId = context.commandId;
      const codes = list.ids.map(pinCodeOf);
      const { batch } = list;
      const about = { bulkChangeId, change, comment, batch, undoes: null, listedAt: String(list.listedAt) };
      await bulkChanges.handle(bulkChangeId, { type: "Start", codes, ...about }, context);
      bulkChangeRuns.begin(bulkChangeId);
      return { id: bulkChangeId, message: messageOf(change, codes.length) };
    },

    async stopBulkChange(request) {
      await bulkChanges.handle(request.params.id, { type: "Stop" }, contexts.of(request));
      return { success: true, message: "The bulk change is stopped. PINs that it has changed stay changed." };
    },

    async undoBulkChange(request) {
      const { state: undone, events } = await bulkChanges.load(request.params.id);
      if (undone.status === "none") throw new Refusal("bulk_change_not_found");
      if (undone.status !== "ended") throw new Refusal("bulk_change_running");
      const codes = changedCodes(undone);
      if (codes.length === 0) throw new Refusal("bulk_change_of_nothing");
      const context = contexts.of(request);
      const bulkChangeId = context.commandId;
      const change = undone.change === "deactivate" ? "activate" : "deactivate";
      const { comment } = request.body;
      const at = events[0]?.createdAt.getTime() ?? 0;
      const undoes = { bulkChangeId: undone.bulkChangeId, at };
      const about = { bulkChangeId, change, comment, batch: undone.batch, undoes, listedAt: null } as const;
      await bulkChanges.handle(bulkChangeId, { type: "Start", codes, ...about }, context);
      bulkChangeRuns.begin(bulkChangeId);
      return { id: bulkChangeId, message: messageOf(change, codes.length) };
    },
  };
}

const messageOf = (change: "deactivate" | "activate", count: number) =>
  `${change === "deactivate" ? "Deactivating" : "Activating"} ${count.toLocaleString("en-US")} ${count === 1 ? "PIN" : "PINs"}.`;
