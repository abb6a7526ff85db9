import type { IncomingHttpHeaders } from "node:http";
import type { ResponseOf, RouteDefinition } from "@ornament/contracts/api/route";
import { ReadyJson } from "@ornament/platform/http/answer-json";
import type { Handler, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import type { Opened, ReadSide } from "./read-side.ts";
import type { ReadView } from "./registry.ts";

/** Answers a request from a view. Returns `streamed` if it has written the response itself. */
export type Read<R extends RouteDefinition> = (
  request: RouteRequest<R>,
  view: ReadView,
) => ReturnType<Handler<R>>;

/** Answers from the documents of a view and from what the URL asks for, from nothing else: not from the caller or the clock. */
export type ReadOnce<R extends RouteDefinition> = (
  asked: Pick<RouteRequest<R>, "params" | "query">,
  view: ReadView,
) => Promise<ResponseOf<R>>;

/** A handler that waits for the caller's own writes (`X-Read-After`). If they are missing, it answers with `X-Stale`. */
export function reading<R extends RouteDefinition>(readSide: ReadSide, read: Read<R>): Handler<R> {
  return (request, reply) =>
    readSide.guarded(async () => {
      const { view } = await openFor(readSide, request, reply);
      return read(request, view);
    });
}

/**
 * The same for answers that depend on the documents and the URL only. While no read model moves, an answer is given again and nothing is
 * read. See docs/decisions/0031-answers-are-kept-while-nothing-moves.md
 */
export function readingOnce<R extends RouteDefinition>(readSide: ReadSide, read: ReadOnce<R>): Handler<R> {
  return (request, reply) =>
    readSide.guarded(async () => {
      const { view, answers } = await openFor(readSide, request, reply);
      const url = request.req.originalUrl;
      const known = answers.get(url);
      if (known) return known;
      const { params, query } = request;
      const answer = new ReadyJson(await read({ params, query }, view));
      answers.keep(url, answer);
      return answer;
    });
}

async function openFor(readSide: ReadSide, request: RouteRequest, reply: Reply): Promise<Opened> {
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
