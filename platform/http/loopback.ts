import { addressIn } from "./network.ts";

/** Whether a caller's network address is a loopback address. */
export const isLoopbackAddress = (address: string | undefined): boolean =>
  /^127\.\d+\.\d+\.\d+$|^::1$/.test(addressIn(address ?? ""));

/** Whether a `Host`, with or without a port, is a loopback name that DNS can't give to another machine. */
export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host);

/** Whether a server that listens on this host can be reached from this machine only. */
export const listensOnLoopback = (host: string): boolean =>
  host.toLowerCase() === "localhost" || isLoopbackAddress(host);

/** Whether a URL such as `http://localhost:8080` leads to this machine only. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ""));
}
