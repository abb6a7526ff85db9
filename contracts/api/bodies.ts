import { consumerAddresses } from "./addresses/back-office.ts";

const usuallyWithoutBody = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/**
 * The routes with these methods that take a body. They are named here, so that a server need not load the
 * schemas of all routes.
 */
const exceptions = [consumerAddresses.removeDevice].map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`, "i"),
}));

/**
 * Whether a request with this method may have a body at this path. With GET, HEAD, OPTIONS and DELETE only
 * some routes take a body.
 */
export function mayHaveBody(method: string, url: string): boolean {
  if (!usuallyWithoutBody.has(method)) return true;
  const [path = ""] = url.split("?");
  return exceptions.some((exception) => exception.method === method && exception.path.test(path));
}
