import { useState } from "react";
import { useSession } from "../app-hooks.ts";
import { useBrand } from "../brand.ts";

/** The parts of a browser that the detection of blocked cookies needs. */
export interface Browser {
  navigator: Pick<Navigator, "cookieEnabled">;
  document: Pick<Document, "cookie">;
  readonly localStorage: Pick<Storage, "setItem" | "removeItem">;
}

const probe = "ornamentProbe";

/**
 * Whether the browser blocks cookies or all data of this site. Sign-in then ends with the page or after some
 * minutes.
 */
export function cookiesAreBlocked(browser: Browser): boolean {
  if (!browser.navigator.cookieEnabled) return true;
  try {
    browser.document.cookie = `${probe}=1; Path=/; SameSite=Strict`;
    const kept = browser.document.cookie.includes(`${probe}=1`);
    browser.document.cookie = `${probe}=; Path=/; SameSite=Strict; Max-Age=0`;
    browser.localStorage.setItem(probe, "1");
    browser.localStorage.removeItem(probe);
    return !kept;
  } catch {
    return true;
  }
}

/**
 * The message for a browser that blocks cookies or has lost the cookie of the last sign-in; else `undefined`.
 */
export function useCookieTrouble(): string | undefined {
  const { name } = useBrand();
  const { cookieLost } = useSession();
  const [blocked] = useState(() => cookiesAreBlocked(window));
  if (blocked)
    return `Your browser blocks cookies. ${name} needs them to keep you signed in. Allow cookies for this site, then reload this page.`;
  if (cookieLost)
    return `Your browser did not keep the cookie of your sign-in. ${name} needs it to keep you signed in. Allow cookies for this site, then sign in again.`;
  return undefined;
}
