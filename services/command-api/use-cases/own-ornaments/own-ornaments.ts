import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import type { ornamentRoutes } from "@ornament/contracts/api/ornaments";
import { pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Parts } from "../../compose-parts.ts";
import { callingConsumer } from "../../http/caller.ts";
import { loadOwnPin } from "../own-pin/own-pin.ts";
import { explainedToOwner, renameFrom } from "../stale-edits/changed-name.ts";

type Routes = Pick<typeof ornamentRoutes, "selectPin" | "renameOwnPin"> &
  Pick<typeof consumerSessionRoutes, "ownAccount">;

/** Shows, selects and renames the caller's ornaments. A deactivated one can't be selected (`lockedpin`). */
export const ownOrnamentHandlers = ({
  consumers,
  pins,
  contexts,
  loadOwnAccount,
  knownBrowsers,
}: Parts): HandlersFor<Routes> => ({
  /** `GET api/user/account`. Throws `consumer_not_found`. */
  ownAccount(request) {
    const { id } = callingConsumer(request.caller);
    return loadOwnAccount(id, { browser: knownBrowsers.find(request), positions: request.positions });
  },

  async selectPin(request) {
    const { id: consumerId } = callingConsumer(request.caller);
    const code = pinCodeOf(request.body.pinId);
    const own = { code, consumerId, positions: request.positions };
    const { account, pin } = await loadOwnPin({ consumers, pins }, own);
    if (pin.state.blocked) throw new Refusal("lockedpin");
    await consumers.handle(consumerId, { type: "SelectOrnament", code }, contexts.of(request), account);
    return { success: true, message: "The ornament was selected." };
  },

  async renameOwnPin(request) {
    const { id: consumerId } = callingConsumer(request.caller);
    const { id, ...rename } = request.body;
    const code = pinCodeOf(id);
    const context = contexts.of(request);
    const command = renameFrom({ code, ...rename }, context.commandId);
    await explainedToOwner(() => consumers.handle(consumerId, command, context));
    return { success: true, message: "The ornament was renamed." };
  },
});
