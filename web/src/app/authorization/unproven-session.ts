import type { CallContext } from "../calls/call-context.ts";

type Kept = Pick<CallContext, "local" | "audience">;

const keyOf = ({ audience }: Kept) => `unproven.${audience.name}`;

/**
 * Marks a session whose refresh cookie the browser may not have kept. All tabs share the mark, as they share
 * the token.
 */
export const sessionIsNew = (context: Kept) => context.local.set(keyOf(context), "true");

/** Whether the refresh cookie of this session has never come back to the server. */
export const isUnproven = (context: Kept) => context.local.get(keyOf(context)) === "true";

/** The cookie came back, or the session has ended. */
export const forgetUnproven = (context: Kept) => context.local.remove(keyOf(context));
