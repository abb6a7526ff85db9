import { adminAudience } from "../audience/admin-audience.ts";
import type { Audience } from "../audience/audience.ts";
import { memoryStore } from "../browser-storage/safe-storage.ts";
import { type CallContext, callContext } from "../calls/call-context.ts";
import { pageExclusive } from "../calls/exclusive.ts";

/** The server's answer to a request of a test. */
export type Answering = (request: Request) => Response | Promise<Response>;

export interface FakeServer {
  context: CallContext;
  requests: Request[];
  paths: () => string[];
}

/**
 * A context with its own storage, and a server that answers with `answer`. Two contexts with the same storage
 * and locks (`rest`) are two tabs.
 */
export function fakeServer(
  answer: Answering,
  rest: Partial<CallContext> & { audience?: Audience } = {},
): FakeServer {
  const requests: Request[] = [];
  let keys = 0;
  const context = callContext(rest.audience ?? adminAudience, {
    fetch: async (request) => {
      requests.push(request);
      return answer(request);
    },
    origin: "https://ornament.example",
    exclusive: rest.exclusive ?? pageExclusive(),
    local: rest.local ?? memoryStore(),
    session: rest.session ?? memoryStore(),
    newKey: () => `key-${++keys}`,
  });
  return { context, requests, paths: () => requests.map(({ url }) => new URL(url).pathname) };
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

/** The 401 that asks for a new token. */
export const expired = (mark = "admin_error") =>
  json({ error: true, code: mark, message: "Please sign in again.", errors: [mark] }, 401);

export const bearerOf = (request: Request) => request.headers.get("Authorization");
