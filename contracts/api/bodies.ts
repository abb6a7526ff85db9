import type { RouteDefinition } from "./route.ts";
import { routes } from "./routes.ts";

const usuallyWithoutBody = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

const fieldsOf = ({ body }: RouteDefinition): string[] =>
  "shape" in body ? Object.keys(body.shape as object) : [];

/** GET and DELETE routes that take a body. */
const exceptions = Object.values<RouteDefinition>(routes)
  .filter((route) => usuallyWithoutBody.has(route.method) && fieldsOf(route).length > 0)
  .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`, "i") }));

/** Whether a request with this method may have a body at this path. With GET, HEAD, OPTIONS and DELETE only where a route takes one. */
export function mayHaveBody(method: string, url: string): boolean {
  if (!usuallyWithoutBody.has(method)) return true;
  const [path = ""] = url.split("?");
  return exceptions.some((exception) => exception.method === method && exception.path.test(path));
}
