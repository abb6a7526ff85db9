import { isIPv6, SocketAddress } from "node:net";

/**
 * A network address without the parts that some proxies and systems add: a port, brackets, the zone of an
 * IPv6 address. An IPv4 address in the form of an IPv6 address becomes that IPv4 address. An IPv6 address
 * gets its shortest form in lower case. Other text stays unchanged.
 */
export function addressIn(text: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [address = ""] = (bracketed ?? text.replace(/(\.\d+):\d+$/, "$1")).split("%");
  if (!isIPv6(address)) return bracketed === undefined ? address : text;
  return new SocketAddress({ address, family: "ipv6" }).address.replace(/^::ffff:(?=\d+\.)/, "");
}

/** An IPv4 address, or the /64 network of an IPv6 address: one household can use 2^64 addresses. */
export function networkOf(ip: string): string {
  const address = addressIn(ip);
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const before = groups(head);
  const after = groups(tail ?? "");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}

export const isLoopbackAddress = (address: string | undefined): boolean =>
  /^127\.\d+\.\d+\.\d+$|^::1$/.test(addressIn(address ?? ""));

/** Whether a `Host`, with or without a port, is a loopback name that DNS can't give to another machine. */
export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host);

/** Whether a server on this host can be reached from this machine only. */
export const listensOnLoopback = (host: string): boolean =>
  host.toLowerCase() === "localhost" || isLoopbackAddress(host);

/** Whether a URL such as `http://localhost:8080` leads to this machine only. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ""));
}
