import type { findRoutes } from "@ornament/contracts/api/find";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";

export function findHandlers(readSide: ReadSide): HandlersFor<typeof findRoutes> {
  return {
    find: reading(readSide, async () => ({ consumers: [], pins: [], moreConsumers: false, morePins: false })),
  };
}
