import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import { Refusal } from "@ornament/contracts/errors";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { liveAccount } from "../../aggregates/consumer/decider.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { EmailChanges } from "./email-change.ts";

interface Needs {
  readonly consumers: Aggregates["consumers"];
  readonly emailChanges: Pick<EmailChanges, "finish" | "outcome">;
  readonly contexts: Pick<RequestContexts, "of">;
}

/** `PUT api/admin/update-user-email`: changes a consumer's email. Throws `consumer_not_found`, `email_taken`. */
export const updateConsumerEmail =
  ({ consumers, emailChanges, contexts }: Needs): Handler<typeof consumerRoutes.updateConsumerEmail> =>
  async (request) => {
    const { id, email } = request.body;
    const found = liveAccount((await consumers.load(id)).state);
    if (found.pendingEmail) await emailChanges.finish(id, request.positions);
    const context = contexts.of(request);
    const { events } = await consumers.handle(id, { type: "StartEmailChange", email }, context);
    const [started] = events;
    if (started) {
      await emailChanges.finish(id, request.positions);
      if ((await emailChanges.outcome(started)) !== "changed") throw new Refusal("email_taken");
    }
    return { success: true, message: "The email was changed." };
  };
