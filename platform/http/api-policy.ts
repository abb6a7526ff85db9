import type { HelmetOptions } from "helmet";

/** The Content-Security-Policy of answers that are data, not pages: nothing in them may run, and no page may frame them. */
export const apiPolicy = "default-src 'none';frame-ancestors 'none'";

/** Helmet's headers with that policy instead of its default, which is made for pages. */
export const apiSecurity = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
} satisfies HelmetOptions;
