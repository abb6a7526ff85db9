/**
 * The part of a connection string that may be shown: its hosts or its Unix socket, without name, password and
 * options. Text that is not a connection string is not shown, because any part of it may be secret.
 */
export function shownAddress(connectionString: string): string {
  if (connectionString.startsWith("unix:/")) return connectionString;
  const [beforeOptions = ""] = connectionString.split("?");
  const [, hosts] = /^[a-z][a-z0-9+.-]*:\/\/(?:.*@)?([^@/]+)/is.exec(beforeOptions) ?? [];
  return hosts?.replaceAll(/%2f/gi, "/") ?? "a URL that can't be read";
}
