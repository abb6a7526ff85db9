/**
 * The part of a connection string that may be shown: its hosts, without name, password and options. Nothing is shown of text
 * that is not a connection string, because it is not known what of it is secret.
 */
export function shownAddress(connectionString: string): string {
  const [beforeOptions = ""] = connectionString.split("?");
  const [, hosts] = /^[a-z][a-z0-9+.-]*:\/\/(?:.*@)?([^@/]+)/is.exec(beforeOptions) ?? [];
  return hosts ?? "an address that can't be read";
}
