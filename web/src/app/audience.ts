/** What differs between the two apps when they speak to the API. */
export interface Audience {
  readonly name: "admin" | "user";
  /** Where the access token is kept in local storage (spec §3). */
  readonly tokenKey: string;
  /** The first entry of a 401's `errors` that asks for a refresh (spec §8). */
  readonly refreshMark: "admin_error" | "user_error";
  readonly refreshPath: string;
  readonly logoutPath: string;
  readonly loginPath: string;
}

export const adminAudience: Audience = {
  name: "admin",
  tokenKey: "tokenAdmin",
  refreshMark: "admin_error",
  refreshPath: "/api/admin/refresh",
  logoutPath: "/api/admin/logout",
  loginPath: "/admin/login",
};

export const userAudience: Audience = {
  name: "user",
  tokenKey: "tokenUser",
  refreshMark: "user_error",
  refreshPath: "/api/user/refresh",
  logoutPath: "/api/user/logout",
  loginPath: "/login",
};
