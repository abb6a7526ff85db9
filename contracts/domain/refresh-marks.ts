/**
 * The second entry of a refused refresh's `errors` if the request had no valid refresh cookie. Right after sign-in it means that the browser
 * doesn't keep cookies.
 */
export const noRefreshCookieMark = "no_refresh_cookie";
