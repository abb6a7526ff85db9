import { routes } from "@ornament/contracts/routes";
import { anyOperation, refusalsOf } from "@ornament/contracts/routes/documentation/refusals";
import type { ErrorCode } from "@ornament/contracts/routes/errors";
import type { RouteDefinition } from "@ornament/contracts/routes/route";

// Paths without parameters come first: `/api/user/reset-password` is not the path of an id.
const patterns = Object.values<RouteDefinition>(routes)
  .map((route) => ({ route, path: new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}/?$`, "i") }))
  .sort((a, b) => a.route.path.split(":").length - b.route.path.split(":").length);

/** The route of a call; `undefined` for a path outside the API. */
export function routeOf(method: string, url: string): RouteDefinition | undefined {
  const { pathname } = new URL(url, "http://localhost");
  return patterns.find(({ route, path }) => route.method === method && path.test(pathname))?.route;
}

/**
 * Throws if an operation answered a code that the OpenAPI document does not list for it. The test clients
 * call it with each answer.
 */
export function requireDeclared(method: string, url: string, body: unknown): void {
  const { code } = (typeof body === "object" && body !== null ? body : {}) as { code?: ErrorCode };
  const route = routeOf(method, url);
  if (code === undefined || !route || !("error" in (body as object))) return;
  if (anyOperation.includes(code) || refusalsOf(route).includes(code)) return;
  throw new Error(
    `${method} ${url} answered ${code}, which the route ${route.name} does not declare in "refuses"`,
  );
}
