import { type ApiError, offlineError } from "../calls/api-error.ts";
import type { CallContext } from "../calls/call-context.ts";
import { type Answer, type Call, exchange, isRead } from "../calls/transport.ts";
import { type Renewal, renewToken } from "./renewal.ts";

/** The events of the session during calls. */
export interface SessionWatch {
  /** The server answered that the session has ended, or that it got no cookie right after sign-in. */
  ended(end: { cookieLost: boolean }): void;
  renewed(renewal: Extract<Renewal, { kind: "renewed" }>): void;
}

const outcomeUnknown = ({ status }: ApiError) => status === 0 || status >= 500;

/**
 * A call with the session's token. A 401 that asks for a refresh renews the token and repeats the call once,
 * with the same idempotency key. A 401 to the refresh or to the repeated call ends the session, and so does a
 * 400 with the mark of a refresh. A failure never ends the session.
 */
export async function authorizedCall(
  context: CallContext,
  call: Call,
  watch: SessionWatch,
  signal?: AbortSignal,
): Promise<Answer> {
  const action = { method: call.method ?? "GET", path: call.url, body: call.body };
  const key = isRead(call) ? undefined : context.actionKeys.keyFor(action);
  const answer = await withRenewal(context, call, watch, key, signal);
  const settled = !("error" in answer.outcome) || !outcomeUnknown(answer.outcome.error);
  if (key && settled) context.actionKeys.settled(action);
  return answer;
}

async function withRenewal(
  context: CallContext,
  call: Call,
  watch: SessionWatch,
  key: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const sent = context.local.get(context.audience.tokenKey);
  const first = await exchange(context, call, { token: sent, key, signal });
  if (call.withoutSession || call.bearer) return first;
  if (saysSignedOut(context, first)) watch.ended({ cookieLost: false });
  if (!asksForRenewal(context, first)) return first;

  const renewal = await renewToken(context, sent);
  if (renewal.kind === "unavailable") return { outcome: { error: offlineError }, stale: false };
  if (renewal.kind === "refused") {
    watch.ended(renewal);
    return first;
  }
  watch.renewed(renewal);
  const second = await exchange(context, call, { token: renewal.token, key, signal });
  if (asksForRenewal(context, second) || saysSignedOut(context, second)) watch.ended({ cookieLost: false });
  return second;
}

const asksForRenewal = ({ audience }: CallContext, { outcome }: Answer): boolean =>
  "error" in outcome && outcome.error.status === 401 && outcome.error.errors[0] === audience.refreshMark;

/** A 400 with the mark of a refresh: the person has no session that a new token could continue. */
const saysSignedOut = ({ audience: { refreshMark } }: CallContext, { outcome }: Answer): boolean => {
  if (!("error" in outcome) || outcome.error.status !== 400) return false;
  const { code, message, errors } = outcome.error;
  return [code, message, errors[0]].includes(refreshMark);
};
