type Browser = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/**
 * The user agent of this browser. Safari on an iPad names a Mac, which has no touch screen: it is named as an
 * iPad, so that a parent knows it again in the list of devices.
 */
export function ownUserAgent({ userAgent, maxTouchPoints }: Browser = navigator): string {
  return maxTouchPoints > 1
    ? userAgent.replace(/\(Macintosh;[^)]*\)/, "(iPad; CPU OS like Mac OS X)")
    : userAgent;
}
