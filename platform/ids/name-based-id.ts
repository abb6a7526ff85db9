import { hash } from "node:crypto";

const digits = 36;

/**
 * The UUID of a name within a namespace (version 5 of RFC 9562): the same name always gives the same id. A
 * package's `v5` takes several times as long, and each command needs a few ids.
 */
export function nameBasedId(name: string, namespace: string): string {
  const bytes = Buffer.from(namespace.replaceAll("-", ""), "hex");
  if (bytes.length !== 16 || namespace.length !== digits) throw new Error(`${namespace} is not a UUID`);
  const hex = hash("sha1", Buffer.concat([bytes, Buffer.from(name, "utf8")]), "hex");
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}
