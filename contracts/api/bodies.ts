import type { RouteDefinition } from "./route.ts";
import { routes } from "./routes.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

const fieldsOf = ({ body }: RouteDefinition): string[] =>
  "shape" in body ? Object.keys(body.shape as object) : [];

/** The routes that are read or deleted and name a body all the same. */
const exceptions = Object.values<RouteDefinition>(routes)
  .filter((route) => reading.has(route.method) && fieldsOf(route).length > 0)
  .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`, "i") }));

/** Whether a request with this method may bring a body to this path: GET, HEAD, OPTIONS and DELETE where a route names one. */
export function mayHaveBody(method: string, url: string): boolean {
  if (!reading.has(method)) return true;
  const [path = ""] = url.split("?");
  return exceptions.some((exception) => exception.method === method && exception.path.test(path));
}
