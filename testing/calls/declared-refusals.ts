import { anyOperation, refusalsOf } from "@ornament/contracts/api/documentation/refusals";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import { routes } from "@ornament/contracts/api/routes";
import type { ErrorCode } from "@ornament/contracts/errors";

// Paths without parameters come first: `/api/user/reset-password` is not the path of an id.
const patterns = Object.values<RouteDefinition>(routes)
  .map((route) => ({ route, path: new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}/?$`, "i") }))
  .sort((a, b) => a.route.path.split(":").length - b.route.path.split(":").length);

/**
 * Throws if an operation answered a code that the OpenAPI document does not list for it. The test clients
 * call it with each answer.
 */
export function requireDeclared(method: string, url: string, body: unknown): void {
  const { code } = (typeof body === "object" && body !== null ? body : {}) as { code?: ErrorCode };
  const { pathname } = new URL(url, "http://localhost");
  const found = patterns.find(({ route, path }) => route.method === method && path.test(pathname));
  if (code === undefined || !found || !("error" in (body as object))) return;
  if (anyOperation.includes(code) || refusalsOf(found.route).includes(code)) return;
  throw new Error(
    `${method} ${pathname} answered ${code}, which the route ${found.route.name} does not declare in "refuses"`,
  );
}
