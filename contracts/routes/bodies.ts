import { managedDevicePaths } from "./back-office.ts";

const usuallyWithoutBody = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/** The routes that take a body with these methods, here so that a server loads no schemas of routes. */
const exceptions = [managedDevicePaths.removeDevice].map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`, "i"),
}));

/** Whether a request may have a body. With GET, HEAD, OPTIONS and DELETE only some routes take one. */
export function mayHaveBody(method: string, url: string): boolean {
  if (!usuallyWithoutBody.has(method)) return true;
  const [path = ""] = url.split("?");
  return exceptions.some((exception) => exception.method === method && exception.path.test(path));
}
