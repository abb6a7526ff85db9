import type { changesRoutes } from "@ornament/contracts/api/changes";
import { Refusal } from "@ornament/contracts/errors";
import type { HandlersFor } from "@ornament/platform/http/route-request";

export function changesHandlers(): HandlersFor<typeof changesRoutes> {
  const filling = async () => {
    throw new Refusal("past_tables_filling", { retryAfterSeconds: 1 });
  };
  return { listChanges: filling, exportChanges: filling };
}
