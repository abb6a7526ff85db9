import type { RoutePath } from "@ornament/contracts/routes/path";

/** The differences between the two apps in their calls to the API. */
export interface Audience {
  readonly name: "admin" | "user";
  /** The key of the access token in local storage. */
  readonly tokenKey: string;
  /** The first entry of a 401's `errors` that asks for a refresh. */
  readonly refreshMark: "admin_error" | "user_error";
  readonly refresh: RoutePath;
  readonly logout: RoutePath;
}
