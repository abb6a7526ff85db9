import { AsyncResource } from "node:async_hooks";
import { createServer, type RequestListener } from "node:http";
import { duplexPair } from "node:stream";
import { Pool } from "undici";
import { remainingMilliseconds } from "../deadline/deadline.ts";

/** An application in this process, or a URL. */
export type Service = RequestListener | URL;

export interface ServiceAnswer {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly body: unknown;
}

export type ServiceCalls = ReturnType<typeof serviceCalls>;

const options: Pool.Options = {
  // One request at a time on a connection: a failed request affects no other.
  pipelining: 1,
  allowH2: false,
  // Shorter than a service keeps an idle connection, so that no request is sent on a connection that is being
  // closed.
  keepAliveTimeout: 3_000,
  keepAliveMaxTimeout: 3_000,
  connect: { timeout: 5_000 },
};

/** A service in this process is called over a connection in memory, so that it answers as it does at a URL. */
export function serviceCalls(service: Service) {
  const pool =
    service instanceof URL
      ? new Pool(service.origin, options)
      : new Pool("http://service.invalid", { ...options, connect: connectionsTo(service) });
  return {
    /**
     * Sends a JSON body once, within the deadline of the caller's request. Rejects without a complete answer;
     * the service may then have done its work.
     */
    async post(path: string, headers: Record<string, string>, body: unknown): Promise<ServiceAnswer> {
      const left = remainingMilliseconds();
      const answer = await pool.request({
        method: "POST",
        path,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
        ...(Number.isFinite(left) ? { signal: AbortSignal.timeout(Math.ceil(left)) } : {}),
      });
      const retryAfter = Number(answer.headers["retry-after"]);
      return {
        status: answer.statusCode,
        retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
        body: await answer.body.json(),
      };
    },
    close: () => pool.destroy(),
  };
}

/** Opens connections in memory to an application. They don't belong to the request that opens them. */
function connectionsTo(application: RequestListener) {
  const server = createServer(application);
  return AsyncResource.bind((_options: unknown, done: (error: null, socket: never) => void): void => {
    const [near, far] = duplexPair();
    // Each end of a pair stays open when the other one is destroyed.
    near.once("close", () => far.destroy());
    far.once("close", () => setImmediate(() => near.destroy()));
    server.emit("connection", far);
    // undici ignores a connection that is there before its call has returned.
    process.nextTick(done, null, near as never);
  });
}
