import type { ParamsOf, QueryOf, ResponseOf, RouteDefinition } from "@ornament/contracts/api/route";
import { ReadyJson } from "@ornament/platform/http/answer-json";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Request } from "express";
import { beginRead, type EarlyRead, endOfRead } from "./early-read.ts";
import { hasReached, type ReadSide } from "./read-side.ts";
import { openFor, readAfter } from "./reading.ts";
import type { Base } from "./registry.ts";
import type { ReadView } from "./view.ts";

/** What the URL of a request asks for. */
interface Asked<R extends RouteDefinition> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
}

/** Answers from the documents of a view and from what the URL asks for, from nothing else: not from the caller or the clock. */
export type ReadOnce<R extends RouteDefinition> = (asked: Asked<R>, view: ReadView) => Promise<ResponseOf<R>>;

/** A handler whose read can begin before it is known whether the caller may have the answer. */
export interface OnceHandler<R extends RouteDefinition> extends Handler<R> {
  readonly begin: (request: Request, asked: Asked<R>, base: Base) => void;
}

/** Begins the read of a request's answer, if its handler can use that. */
export type BeginRead = (request: Request, route: RouteDefinition, base: Base) => void;

/**
 * A handler for answers that depend on the documents and the URL only. While what it was read from stays the same, an answer is given again
 * and nothing is read. See docs/decisions/0031-answers-are-kept-until-their-read-models-change.md
 */
export function readingOnce<R extends RouteDefinition>(
  readSide: ReadSide,
  read: ReadOnce<R>,
): OnceHandler<R> {
  const reads = new WeakMap<Request, EarlyRead<ResponseOf<R>>>();
  const { answers } = readSide;
  const handler: Handler<R> = (request, reply) =>
    readSide.guarded(async () => {
      const { look, view } = await openFor(readSide, request, reply);
      const url = request.req.originalUrl;
      const known = answers.get(url, look);
      if (known) return known;
      const begun = reads.get(request.req);
      reads.delete(request.req);
      const { params, query } = request;
      const { found, used } = (await endOfRead(begun, look)) ?? {
        found: await read({ params, query }, view),
        used: view.used,
      };
      const answer = new ReadyJson(found);
      answers.keep(url, answer, used);
      return answer;
    });
  return Object.assign(handler, {
    begin(request: Request, asked: Asked<R>, base: Base) {
      reads.delete(request);
      if (readSide.expectsKnown(request.originalUrl)) return;
      reads.set(
        request,
        beginRead(base.view(), (view) => read(asked, view)),
      );
    },
  });
}

/** A handler that answers with `page`, or with `all` where the query asks for everything. */
export const pageOrAll = <R extends RouteDefinition>(
  page: OnceHandler<R>,
  all: Handler<R>,
  isAll: (query: QueryOf<R>) => boolean,
): OnceHandler<R> =>
  Object.assign(((request, reply) => (isAll(request.query) ? all : page)(request, reply)) as Handler<R>, {
    begin(request: Request, asked: Asked<R>, base: Base) {
      if (!isAll(asked.query)) page.begin(request, asked, base);
    },
  });

/** Begins reads with the handlers of these routes. A read begins only on what has the caller's own writes (`X-Read-After`). */
export const beginsReads =
  (handlers: Readonly<Record<string, object>>): BeginRead =>
  (request, route, base) => {
    const handler = handlers[route.name];
    if (!handler || !("begin" in handler)) return;
    if (!hasReached(base.look, route.reads, readAfter(request.headers))) return;
    const params = route.params.safeParse({ ...request.params });
    const query = route.query.safeParse({ ...request.query });
    if (!params.success || !query.success) return;
    const asked = { params: params.data, query: query.data } as Asked<RouteDefinition>;
    (handler as OnceHandler<RouteDefinition>).begin(request, asked, base);
  };
