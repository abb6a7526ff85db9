/** Where a route is called. A path begins with `/api/` and has its parameters as `:name`. */
export interface RouteAddress {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
}

/** Addresses by route name. A name is unique among all routes. */
export type RouteAddresses = Readonly<Record<string, RouteAddress>>;
