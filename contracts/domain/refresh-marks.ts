/**
 * The second entry of a refused refresh's `errors` if the request had no valid refresh cookie. Directly after
 * sign-in it means that the browser does not keep cookies.
 */
export const noRefreshCookieMark = "no_refresh_cookie";
