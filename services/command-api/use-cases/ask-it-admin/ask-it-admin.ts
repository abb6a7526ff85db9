import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import { pinCodeOf } from "@ornament/contracts/domain/pin-code";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Parts } from "../../compose-parts.ts";

/**
 * `POST api/admin/ask-it-admin`: the event asks for the mail to the IT Admins. Throws `consumer_not_found`,
 * `pin_not_found`.
 */
export const askItAdmin =
  ({ consumers, contexts }: Parts): Handler<typeof consumerRoutes.askItAdmin> =>
  async (request) => {
    const { id, act, pinId, reason } = request.body;
    const code = pinId === undefined ? undefined : pinCodeOf(pinId);
    await consumers.handle(id, { type: "AskItAdmin", act, code, reason }, contexts.of(request));
    return { success: true, message: "The IT Admins were asked by mail." };
  };
