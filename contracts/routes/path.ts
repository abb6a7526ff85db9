import type { Caller } from "./callers.ts";

/**
 * The method and path of a route, and its callers. A path begins with `/api/` and has its parameters as
 * `:name`. It's plain data, apart from the schemas, so that the web can call a route without loading
 * zod, which is 80 kB compressed.
 */
export interface RoutePath {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly callers: readonly Caller[];
}

/** Paths by route name. A name is unique among all routes. */
export type RoutePaths = Readonly<Record<string, RoutePath>>;
