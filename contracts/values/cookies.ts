/** The cookies of the consumer site. The privacy policy has the purpose and the lifetime of each. */
export const consumerCookies = ["userRefresh", "userBrowser", "registration", "resetProof"] as const;

/** The cookies of the back office. */
export const adminCookies = ["adminRefresh", "adminBrowser"] as const;

export type ConsumerCookie = (typeof consumerCookies)[number];

/** Every cookie of the product. With TLS its name also has a prefix, `__Secure-` or `__Host-`. */
export type CookieName = ConsumerCookie | (typeof adminCookies)[number];

/**
 * The days for which the cookie of a known browser is kept after a sign-in, refresh or binding. From the
 * first day of one season to the last day of the next are 390 days; 400 days are the longest that browsers
 * keep a cookie.
 */
export const knownBrowserDays = { admin: 180, consumer: 400 } as const;

/**
 * The second entry of a refused refresh's `errors` if the request had no valid refresh cookie. Directly after
 * sign-in it means that the browser does not keep cookies.
 */
export const noRefreshCookieMark = "no_refresh_cookie";
