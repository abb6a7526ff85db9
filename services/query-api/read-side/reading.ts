import type { IncomingHttpHeaders } from "node:http";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import { type Handler, type Reply, type RouteRequest, streamed } from "@ornament/platform/http/route-request";
import { notUpToDateSince } from "./marks.ts";
import { askerOf, instantOf } from "./past-tables.ts";
import type { ReadSide } from "./read-side.ts";
import { leastCommit } from "./registry.ts";
import type { ReadView } from "./view.ts";

/**
 * Answers a request from a view, whose projections have all reached the commit position `reached`. Returns
 * `streamed` if it has written the response itself.
 */
export type Read<R extends RouteDefinition> = (
  request: RouteRequest<R>,
  view: ReadView,
  reached: bigint,
) => ReturnType<Handler<R>>;

/**
 * A handler that waits for the caller's writes (`X-Read-After`). If they are missing, it answers with
 * `X-Stale`. A caller who has not signed in has made no writes that these routes show, and does not wait. If
 * one of the read models has stopped, it answers with `X-Not-Up-To-Date-Since`. With `X-As-Of` it answers the
 * former state of that instant.
 */
export function reading<R extends RouteDefinition>(readSide: ReadSide, read: Read<R>): Handler<R> {
  return (request, reply) =>
    readSide.guarded(async () => {
      const instant = instantOf(request, readSide.clock());
      if (instant) return readPast(readSide, read, { request, reply, instant });
      const position = request.caller.kind === "anonymous" ? undefined : readAfter(request.headers);
      const { view, generations, reached } = await readSide.open(request.req, request.route.reads, position);
      if (position !== undefined && reached < position) reply.header("X-Stale", "true");
      const since = notUpToDateSince(generations, request.route.reads);
      if (since) reply.header("X-Not-Up-To-Date-Since", since.toISOString());
      return read(request, view, reached);
    });
}

/**
 * Refuses a request for a former state that is not filled, as the handler would. It runs after the instant is recorded,
 * because the projector works for it from then on, and before the record of what is shown.
 */
export function requireFilled(readSide: ReadSide): (request: RouteRequest) => Promise<void> {
  return async (request) => {
    const instant = instantOf(request, readSide.clock());
    if (instant)
      await readSide.guarded(() => readSide.openPast(request.req, instant, askerOf(request.caller)));
  };
}

/** Answers as it stood at an instant (`X-As-Of`). The answer repeats the header. */
async function readPast<R extends RouteDefinition>(
  readSide: ReadSide,
  read: Read<R>,
  { request, reply, instant }: { request: RouteRequest<R>; reply: Reply; instant: Date },
): ReturnType<Handler<R>> {
  const { view, generations } = await readSide.openPast(request.req, instant, askerOf(request.caller));
  const since = notUpToDateSince(generations, request.route.reads);
  reply.header("X-As-Of", instant.toISOString());
  if (since) reply.header("X-Not-Up-To-Date-Since", since.toISOString());
  const answer = await read(request, view, leastCommit(generations, request.route.reads));
  if (answer !== streamed) await view.confirm();
  return answer;
}

/** The commit position that the caller has seen. Any text that is not a decimal is ignored. */
export function readAfter(headers: IncomingHttpHeaders): bigint | undefined {
  const header = headers["x-read-after"];
  return typeof header === "string" && /^\d{1,19}$/.test(header) ? BigInt(header) : undefined;
}
