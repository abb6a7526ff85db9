import type { HelmetOptions } from "helmet";

/** The Content-Security-Policy of data: nothing in an answer may run, and no page may frame it. */
export const apiPolicy = "default-src 'none';frame-ancestors 'none'";

/** Helmet's headers with that policy. Helmet's default policy is made for pages. */
export const apiSecurity = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
} satisfies HelmetOptions;
