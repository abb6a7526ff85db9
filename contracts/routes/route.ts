import { z } from "zod";
import { pastReadModels } from "../projections/jobs.ts";
import type { ProjectionName } from "../projections/names.ts";
import type { LookTable } from "../values/looks.ts";
import { overseers } from "./callers.ts";
import type { ErrorCode } from "./errors.ts";
import type { RoutePath, RoutePaths } from "./path.ts";
import type { RequestLimit } from "./request-limits.ts";

type Schema = z.ZodType;

export interface RouteDefinition extends RoutePath {
  /** Unique, camelCase. It names the operation in OpenAPI, the web's endpoints and the role matrix. */
  readonly name: string;
  readonly summary: string;
  readonly params: Schema;
  readonly query: Schema;
  readonly body: Schema;
  readonly response: Schema;
  /** The projections that a read waits for. See docs/decisions/0009-reading-your-own-writes.md */
  readonly reads: readonly ProjectionName[];
  /** The formats of the answer and of the body. The default is JSON. */
  readonly answers: "json" | "csv" | "json-stream";
  readonly accepts: "json" | "multipart";
  /** The largest JSON body in bytes, for a route that takes more than 100 kB. */
  readonly largestBody?: number;
  /** Whether the command may be repeated with the same Idempotency-Key. */
  readonly idempotent: boolean;
  /** The limit of calls. Beyond it the answer is 429 `too_many_requests` with Retry-After. */
  readonly limit?: RequestLimit;
  /** The data that are recorded as looked at. See docs/decisions/0050-looks-are-recorded-first.md */
  readonly look?: LookedAt;
  /** The error codes that don't follow from the definition. `refusalsOf` returns all of them. */
  readonly refuses: readonly ErrorCode[];
}

/** What a route shows. `actionLog` of one consumer is `consumerLog`. */
export type LookedAt = Exclude<LookTable, "consumerLog"> | "profile" | "dataCopy" | "evidence" | "feed";

const nothing = z.strictObject({});

type Given<S, D> = S extends Schema ? S : D;
type Empty = typeof nothing;

/** The definition of a route, without its name, path and callers. */
type RouteOptions = Pick<RouteDefinition, "summary" | "response"> &
  Partial<Omit<RouteDefinition, "name" | keyof RoutePath>>;

/** A declared route with the types of its schemas. A missing schema is the empty object. */
export interface Route<N extends string, O extends RouteOptions> extends RouteDefinition {
  readonly name: N;
  readonly params: Given<O["params"], Empty>;
  readonly query: Given<O["query"], Empty>;
  readonly body: Given<O["body"], Empty>;
  readonly response: O["response"];
  readonly accepts: O["accepts"] extends "multipart" ? "multipart" : "json";
}

/** Declares a route. Defaults: no parameters, no query, no body, and JSON in both directions. */
export function defineRoute<const O extends RouteOptions & { name: string } & RoutePath>(
  options: O,
): Route<O["name"], O>;
export function defineRoute(options: RouteOptions & { name: string } & RoutePath): RouteDefinition {
  return {
    params: nothing,
    query: nothing,
    body: nothing,
    reads: [],
    answers: "json",
    accepts: "json",
    idempotent: options.method !== "GET",
    refuses: [],
    ...options,
  };
}

/** Declares the route of each path. The web loads the paths without the schemas. */
export function defineRoutes<
  const A extends RoutePaths,
  const O extends { readonly [N in keyof A]: RouteOptions },
>(
  paths: A,
  options: O & { readonly [N in Exclude<keyof O, keyof A>]: never },
): { readonly [N in keyof A & keyof O & string]: Route<N, O[N]> };
export function defineRoutes(
  paths: RoutePaths,
  options: Record<string, RouteOptions>,
): Record<string, RouteDefinition> {
  return Object.fromEntries(
    Object.entries(options).map(([name, given]) => {
      const path = paths[name];
      if (path === undefined) throw new Error(`The route ${name} has no path`);
      return [name, defineRoute({ name, ...path, ...given })];
    }),
  );
}

export type ParamsOf<R extends RouteDefinition> = z.output<R["params"]>;
export type QueryOf<R extends RouteDefinition> = z.output<R["query"]>;
export type BodyOf<R extends RouteDefinition> = z.output<R["body"]>;
/** The body that a caller sends, before defaults and normalisation. */
export type BodyInputOf<R extends RouteDefinition> = z.input<R["body"]>;
export type QueryInputOf<R extends RouteDefinition> = z.input<R["query"]>;
export type ParamsInputOf<R extends RouteDefinition> = z.input<R["params"]>;
export type ResponseOf<R extends RouteDefinition> = z.output<R["response"]>;

/**
 * The service that answers: command-api for commands, token refreshes, the caller's account and the player's check. A copy of data
 * changes nothing: it is a POST so that no URL has its reason and the address.
 */
export function serviceOf(route: Pick<RouteDefinition, "method" | "path">): "command-api" | "query-api" {
  const command =
    (route.method !== "GET" && !route.path.endsWith("/data-copy")) ||
    route.path.endsWith("/refresh") ||
    ["/api/user/account", "/api/player/session"].includes(route.path);
  return command ? "command-api" : "query-api";
}

/**
 * Whether the answer can be asked for as it stood at an instant (header `X-As-Of`, which the answer repeats):
 * a read of the back office from read models that can be filled up to an instant. Only the callers in
 * `overseers` may ask.
 */
export const showsInstants = ({ path, reads, callers }: RouteDefinition): boolean =>
  path.startsWith("/api/admin/") &&
  reads.length > 0 &&
  overseers.every((role) => callers.includes(role)) &&
  reads.every((name) => (pastReadModels as readonly ProjectionName[]).includes(name));

/** Whether a query is answered by a stream: a file or all rows of a list. */
export const isStreamed = (
  { answers }: Pick<RouteDefinition, "answers">,
  { page, export: all }: Readonly<Record<string, unknown>>,
): boolean => answers === "csv" || all === "true" || (answers === "json-stream" && page === undefined);
