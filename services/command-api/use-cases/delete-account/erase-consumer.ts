import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { FinishDeletion } from "./finish-deletion.ts";

interface Needs {
  readonly consumers: Pick<Aggregates["consumers"], "handle">;
  readonly finishDeletion: FinishDeletion;
  readonly contexts: Pick<RequestContexts, "of">;
}

/**
 * `POST api/admin/erase-user/{id}`: erases a consumer on request. Throws `consumer_not_found`,
 * `confirmation_mismatch`.
 */
export const eraseConsumer =
  ({ consumers, finishDeletion, contexts }: Needs): Handler<typeof consumerRoutes.eraseConsumer> =>
  async (request) => {
    const { id: consumerId } = request.params;
    const { reason, confirmation } = request.body;
    const command = { type: "EraseAccount", reason, confirmation } as const;
    await consumers.handle(consumerId, command, contexts.of(request));
    await finishDeletion(consumerId, request.positions);
    return { success: true, message: "The consumer was erased." };
  };
