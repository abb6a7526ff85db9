import type { SignInHelp, signInHelpRoutes } from "@ornament/contracts/api/sign-in-help";
import { type ErrorCode, Refusal } from "@ornament/contracts/errors";
import type { Audience } from "@ornament/contracts/events/fields";
import { accessId } from "@ornament/contracts/read-models/access";
import { present } from "@ornament/contracts/read-models/read-model";
import {
  type MailDocument,
  type SignInHelpDocument,
  signInHelpReadModel,
} from "@ornament/contracts/read-models/sign-in-help";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import type { ReadView } from "../read-side/view.ts";
import { factsOf, shownRefusals, toRefusal } from "./refusals.ts";
import { mailsShown, toSignInHelp } from "./sign-in-help.ts";

/** Pauses, reset codes, mails and refusals of an account, for support. */
export function signInHelpHandlers(
  readSide: ReadSide,
  clock: () => Date,
): HandlersFor<typeof signInHelpRoutes> {
  const read = async (
    view: ReadView,
    audience: Audience,
    id: number,
    missing: ErrorCode,
  ): Promise<SignInHelp> => {
    const account = accessId(audience, id);
    const [found, mails] = await Promise.all([
      view.collection<SignInHelpDocument>(signInHelpReadModel).findOne({ _id: account }),
      view
        .collection<MailDocument>(signInHelpReadModel, "mails")
        .find({ account, ...present })
        .sort({ askedAt: -1, _id: -1 })
        .limit(mailsShown + 1)
        .toArray(),
    ]);
    if (!found || found.removed) throw new Refusal(missing);
    const now = clock();
    const refusals = shownRefusals(found.refusals, now);
    const facts = await factsOf(view, refusals);
    return toSignInHelp(
      found,
      mails,
      refusals.map((refusal) => toRefusal(refusal, id, facts, now)),
      now,
    );
  };
  return {
    consumerSignInHelp: reading(readSide, ({ params }, view) =>
      read(view, "consumer", params.id, "consumer_not_found"),
    ),
    adminSignInHelp: reading(readSide, ({ params }, view) =>
      read(view, "admin", params.id, "admin_not_found"),
    ),
  };
}
