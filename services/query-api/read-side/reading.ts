import type { IncomingHttpHeaders } from "node:http";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import type { Handler, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import type { Opened, ReadSide } from "./read-side.ts";
import type { ReadView } from "./view.ts";

/** Answers a request from a view. Returns `streamed` if it has written the response itself. */
export type Read<R extends RouteDefinition> = (
  request: RouteRequest<R>,
  view: ReadView,
) => ReturnType<Handler<R>>;

/** A handler that waits for the caller's own writes (`X-Read-After`). If they are missing, it answers with `X-Stale`. */
export function reading<R extends RouteDefinition>(readSide: ReadSide, read: Read<R>): Handler<R> {
  return (request, reply) =>
    readSide.guarded(async () => {
      const { view } = await openFor(readSide, request, reply);
      return read(request, view);
    });
}

/**
 * Opens a view for a request, which waits for the caller's own writes (`X-Read-After`). If they are missing, the answer gets `X-Stale`.
 */
export async function openFor(readSide: ReadSide, request: RouteRequest, reply: Reply): Promise<Opened> {
  const position = readAfter(request.headers);
  const opened = await readSide.open(request.req, request.route.reads, position);
  if (position !== undefined && opened.reached < position) reply.header("X-Stale", "true");
  return opened;
}

/** The commit position that the caller has seen. Anything but a decimal is ignored. */
export function readAfter(headers: IncomingHttpHeaders): bigint | undefined {
  const header = headers["x-read-after"];
  return typeof header === "string" && /^\d{1,19}$/.test(header) ? BigInt(header) : undefined;
}
