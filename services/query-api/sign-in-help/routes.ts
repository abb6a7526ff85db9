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
import { markOf } from "../read-side/marks.ts";
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
    const shown = mails.map(({ _id }) => _id);
    const [ofAccount, ofMails] = await Promise.all([
      view.marks(signInHelpReadModel, [account]),
      view.marks(signInHelpReadModel, shown, "mails"),
    ]);
    const mark = markOf(ofAccount.get(account), ...shown.map((id) => ofMails.get(id)));
    return {
      ...toSignInHelp(
        found,
        mails,
        refusals.map((refusal) => toRefusal(refusal, id, facts, now)),
        now,
      ),
      ...mark,
    };
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
