/** The cookies of the consumer site. The privacy policy has the purpose and the lifetime of each. */
export const consumerCookies = ["userRefresh", "userBrowser", "registration", "resetProof"] as const;

/** The cookies of the back office. */
export const adminCookies = ["adminRefresh", "adminBrowser"] as const;

export type ConsumerCookie = (typeof consumerCookies)[number];

/** Every cookie of the product. With TLS its name also has a prefix, `__Secure-` or `__Host-`. */
export type CookieName = ConsumerCookie | (typeof adminCookies)[number];
