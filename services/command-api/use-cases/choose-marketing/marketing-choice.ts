import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Parts } from "../../compose-parts.ts";
import { callingConsumer } from "../../http/caller.ts";

/** `PUT api/admin/update-user-marketing-email`. Throws `consumer_not_found`. */
export const updateConsumerMarketing =
  ({ consumers, contexts }: Parts): Handler<typeof consumerRoutes.updateConsumerMarketing> =>
  async (request) => {
    const { id, marketingEmail } = request.body;
    await consumers.handle(id, { type: "SetMarketing", marketingEmail }, contexts.of(request));
    return { success: true, message: "The subscription was changed." };
  };

/** `PUT api/user/update-marketing-email`. */
export const updateOwnMarketing =
  ({ consumers, contexts }: Parts): Handler<typeof consumerSessionRoutes.updateOwnMarketing> =>
  async (request) => {
    const { marketingEmail } = request.body;
    const { id } = callingConsumer(request.caller);
    await consumers.handle(id, { type: "SetMarketing", marketingEmail }, contexts.of(request));
    return { success: true, message: "Your choice was saved." };
  };
