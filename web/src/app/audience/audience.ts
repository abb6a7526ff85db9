import type { RouteAddress } from "@ornament/contracts/api/addresses/address";

/** What differs between the two apps when they speak to the API. */
export interface Audience {
  readonly name: "admin" | "user";
  /** Where the access token is kept in local storage. */
  readonly tokenKey: string;
  /** The first entry of a 401's `errors` that asks for a refresh. */
  readonly refreshMark: "admin_error" | "user_error";
  readonly refresh: RouteAddress;
  readonly logout: RouteAddress;
  /** Whether what is shown is read again when the person comes back to the window. */
  readonly refreshOnFocus: boolean;
}
