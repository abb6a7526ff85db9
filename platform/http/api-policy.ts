import type { HelmetOptions } from "helmet";

/** The content policy of every answer that is no page: data, which nothing runs in and nothing frames. */
export const apiPolicy = "default-src 'none';frame-ancestors 'none'";

/** Helmet's headers with that policy instead of its own, which is one for pages. */
export const apiSecurity = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
} satisfies HelmetOptions;
