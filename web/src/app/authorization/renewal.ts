import { noRefreshCookieMark } from "@ornament/contracts/values/cookies";
import type { CallContext } from "../calls/call-context.ts";
import { callAt } from "../calls/contract-calls.ts";
import { exchange } from "../calls/transport.ts";

type Kept = Pick<CallContext, "local" | "audience">;

const keyOf = ({ audience }: Kept) => `unproven.${audience.name}`;

/**
 * Marks a session whose refresh cookie the browser may not have kept. All tabs share the mark, as they share
 * the token.
 */
export const sessionIsNew = (context: Kept) => context.local.set(keyOf(context), "true");

/** Whether the refresh cookie of this session has never come back to the server. */
const isUnproven = (context: Kept) => context.local.get(keyOf(context)) === "true";

/** The cookie came back, or the session has ended. */
export const forgetUnproven = (context: Kept) => context.local.remove(keyOf(context));

/**
 * The outcome of asking for a new access token. `refused`: the session has ended, or (`cookieLost`) the
 * browser didn't keep its cookie. `unavailable`: the server couldn't tell, so nobody is signed out.
 */
export type Renewal =
  | { kind: "renewed"; token: string; answer?: Record<string, unknown> }
  | { kind: "refused"; cookieLost: boolean }
  | { kind: "unavailable" };

const refused: Renewal = { kind: "refused", cookieLost: false };

/**
 * Gets a new access token, in one tab at a time. `sent` is the token of the refused call: if another call or
 * tab has meanwhile replaced it, the new token is used without a refresh. A tab may see another tab's write a
 * moment late and refresh once more. `force` always refreshes, as a loading page does to learn who is signed
 * in.
 */
export function renewToken(context: CallContext, sent: string | undefined, force = false): Promise<Renewal> {
  const { audience, local, exclusive } = context;
  return exclusive(`refresh.${audience.name}`, async () => {
    const held = local.get(audience.tokenKey);
    if (held === undefined) return refused;
    if (!force && held !== sent) return { kind: "renewed", token: held };
    return refresh(context);
  });
}

async function refresh(context: CallContext): Promise<Renewal> {
  const { audience, local } = context;
  const { outcome } = await exchange(context, callAt(audience.refresh, {}, { withoutSession: true }), {
    token: undefined,
    key: undefined,
  });
  if ("error" in outcome) {
    if (outcome.error.status !== 401) return { kind: "unavailable" };
    const cookieLost = isUnproven(context) && outcome.error.errors.includes(noRefreshCookieMark);
    return { kind: "refused", cookieLost };
  }
  const answer = outcome.data;
  if (!isRefreshAnswer(answer)) return { kind: "unavailable" };
  // Signed out while the refresh was in flight: don't sign in again.
  if (local.get(audience.tokenKey) === undefined) return refused;
  forgetUnproven(context);
  local.set(audience.tokenKey, answer.accessToken);
  return { kind: "renewed", token: answer.accessToken, answer };
}

const isRefreshAnswer = (value: unknown): value is { accessToken: string } & Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  "accessToken" in value &&
  typeof value.accessToken === "string";
