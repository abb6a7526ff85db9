import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Parts } from "../../compose-parts.ts";

/**
 * `POST api/admin/erase-user/{id}`: erases a consumer on request. Throws `consumer_not_found`,
 * `confirmation_mismatch`.
 */
export const eraseConsumer =
  ({ consumers, finishDeletion, contexts }: Parts): Handler<typeof consumerRoutes.eraseConsumer> =>
  async (request) => {
    const { id: consumerId } = request.params;
    const { reason, confirmation } = request.body;
    const command = { type: "EraseAccount", reason, confirmation } as const;
    await consumers.handle(consumerId, command, contexts.of(request));
    await finishDeletion(consumerId, request.positions);
    return { success: true, message: "The consumer was erased." };
  };
