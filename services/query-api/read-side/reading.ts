import type { IncomingHttpHeaders } from "node:http";
import type { RouteDefinition } from "@ornament/contracts/routes/route";
import { type Handler, type RouteRequest, streamed } from "@ornament/platform/http/route-request";
import { askerOf, instantOf } from "./past-tables.ts";
import type { ReadSide } from "./read-side.ts";
import { notUpToDateSince, type ReadView } from "./view.ts";

/** Answers a request from a view that has reached a position; `streamed` if it has written the response itself. */
export type Read<R extends RouteDefinition> = (
  request: RouteRequest<R>,
  view: ReadView,
  reached: bigint,
) => ReturnType<Handler<R>>;

/**
 * A handler that waits for the caller's writes (`X-Read-After`). If they are missing, it answers with
 * `X-Stale`. A caller who has not signed in has made no writes that these routes show, and does not wait. If
 * one of the read models has stopped, it answers with `X-Not-Up-To-Date-Since`. With `X-As-Of` it answers the
 * former state of that instant, and repeats the header.
 */
export function reading<R extends RouteDefinition>(readSide: ReadSide, read: Read<R>): Handler<R> {
  return (request, reply) =>
    readSide.guarded(async () => {
      const { req, route, caller, headers } = request;
      const instant = instantOf(request, readSide.clock());
      const position = caller.kind === "anonymous" ? undefined : readAfter(headers);
      const { view, generations, reached } = instant
        ? await readSide.openPast(req, route.reads, instant, askerOf(caller))
        : await readSide.open(req, route.reads, position);
      if (instant) reply.header("X-As-Of", instant.toISOString());
      else if (position !== undefined && reached < position) reply.header("X-Stale", "true");
      const since = notUpToDateSince(generations, route.reads);
      if (since) reply.header("X-Not-Up-To-Date-Since", since.toISOString());
      const answer = await read(request, view, reached);
      if (answer !== streamed) await view.confirm();
      return answer;
    });
}

/** Refuses a request for a former state that is not filled, before the record of what is shown. */
export async function requireFilled(readSide: ReadSide, request: RouteRequest): Promise<void> {
  const instant = instantOf(request, readSide.clock());
  const { req, route, caller } = request;
  if (instant) await readSide.guarded(() => readSide.openPast(req, route.reads, instant, askerOf(caller)));
}

/** The commit position that the caller has seen. Any text that is not a decimal is ignored. */
export function readAfter(headers: IncomingHttpHeaders): bigint | undefined {
  const header = headers["x-read-after"];
  return typeof header === "string" && /^\d{1,19}$/.test(header) ? BigInt(header) : undefined;
}
