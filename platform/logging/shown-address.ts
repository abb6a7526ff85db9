/**
 * Where a connection string leads, for people: its hosts, without the name and password and without what follows them. A
 * string that is none shows as it can't be told what of it is secret.
 */
export function shownAddress(connectionString: string): string {
  const [beforeOptions = ""] = connectionString.split("?");
  const [, hosts] = /^[a-z][a-z0-9+.-]*:\/\/(?:.*@)?([^@/]+)/is.exec(beforeOptions) ?? [];
  return hosts ?? "an address that can't be read";
}
