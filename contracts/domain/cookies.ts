/** The cookies of the consumer site. The privacy policy says for each what it is for and how long it stays. */
export const consumerCookies = ["userRefresh", "userBrowser", "registration", "resetProof"] as const;

/** The cookies of the back office. */
export const adminCookies = ["adminRefresh", "adminBrowser"] as const;

export type ConsumerCookie = (typeof consumerCookies)[number];

/** Every cookie that the product sets. With TLS its name also has a prefix, `__Secure-` or `__Host-`. */
export type CookieName = ConsumerCookie | (typeof adminCookies)[number];
