import type { SignInHelp, signInHelpRoutes } from "@ornament/contracts/api/sign-in-help";
import { type ErrorCode, Refusal } from "@ornament/contracts/errors";
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
import { mailsShown, toSignInHelp } from "./sign-in-help.ts";

/** Pauses, reset codes and mails of an account, for support. */
export function signInHelpHandlers(
  readSide: ReadSide,
  clock: () => Date,
): HandlersFor<typeof signInHelpRoutes> {
  const read = async (view: ReadView, account: string, missing: ErrorCode): Promise<SignInHelp> => {
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
    return toSignInHelp(found, mails, clock());
  };
  return {
    consumerSignInHelp: reading(readSide, ({ params }, view) =>
      read(view, accessId("consumer", params.id), "consumer_not_found"),
    ),
    adminSignInHelp: reading(readSide, ({ params }, view) =>
      read(view, accessId("admin", params.id), "admin_not_found"),
    ),
  };
}
