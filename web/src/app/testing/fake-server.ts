import { adminAudience } from "../audience/admin-audience.ts";
import type { Audience } from "../audience/audience.ts";
import { memoryStore } from "../browser-storage/safe-storage.ts";
import { type CallContext, callContext } from "../calls/call-context.ts";
import { pageExclusive } from "../calls/exclusive.ts";
import { createAppStore } from "../store.ts";

/** The server's answer to a request of a test. */
export type Answering = (request: Request) => Response | Promise<Response>;

/** The answers of the calls that a test is about, by path. Others answer 404. */
export type Answers = Record<string, Response | Answering>;

/**
 * A context with its own storage, the store of its app, and a server that answers with `answer`. Two contexts
 * with the same storage (`rest`) are two tabs.
 */
export function fakeServer(answer: Answering, rest: Partial<CallContext> & { audience?: Audience } = {}) {
  const requests: Request[] = [];
  let keys = 0;
  const audience = rest.audience ?? adminAudience;
  const context = callContext(audience, {
    fetch: async (request) => {
      requests.push(request);
      return answer(request);
    },
    origin: "https://ornament.example",
    exclusive: pageExclusive(),
    local: rest.local ?? memoryStore(),
    session: rest.session ?? memoryStore(),
    newKey: () => `key-${++keys}`,
  });
  const to = (path: string) => requests.filter(({ url }) => new URL(url).pathname === path);
  return {
    context,
    store: createAppStore(audience, context),
    requests,
    paths: () => requests.map(({ url }) => new URL(url).pathname),
    /** The requests to a path. */
    to,
    /** The bodies that were sent to a path. */
    sent: (path: string) => Promise.all(to(path).map((request) => request.clone().json())),
    /** The queries with which a path was read. */
    asked: (path: string) => to(path).map(({ url }) => Object.fromEntries(new URL(url).searchParams)),
  };
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

/** The answer to a request that is refused. */
export const refusal = (status: number, code: string, message = "", errors: unknown[] = []) =>
  json({ error: true, code, message, errors }, status);

/** The 401 that asks for a new token. */
export const expired = (mark = "admin_error") => refusal(401, mark, "Please sign in again.", [mark]);
