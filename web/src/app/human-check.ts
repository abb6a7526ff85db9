import { useCallback } from "react";
import { publicSettings } from "./api/public-settings.ts";
import { useAppDispatch } from "./app-hooks.ts";

/** The functions of reCAPTCHA v3 that a script of the human check must define as `grecaptcha`. */
interface Challenge {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

function addressOf(scriptUrl: string, siteKey: string): string {
  const address = new URL(scriptUrl);
  address.searchParams.set("render", siteKey);
  return address.href;
}

/** Scripts for reCAPTCHA v2 define `grecaptcha` without these functions. */
const isChallenge = (found: Partial<Challenge> | undefined): found is Challenge =>
  typeof found?.ready === "function" && typeof found.execute === "function";

/** The scripts that are loaded or on their way, by their URL. */
const loading = new Map<string, Promise<Challenge>>();

function challengeAt(address: string): Promise<Challenge> {
  const known = loading.get(address);
  if (known) return known;
  const challenge = new Promise<Challenge>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => {
      const { grecaptcha } = window as { grecaptcha?: Partial<Challenge> };
      if (isChallenge(grecaptcha)) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new Error("The human check did not load"));
    };
    script.onerror = () => reject(new Error("The human check did not load"));
    document.head.append(script);
  });
  loading.set(address, challenge);
  challenge.catch(() => loading.delete(address));
  return challenge;
}

/**
 * Returns the token that sign-in and registration send as `verifyCaptcha`. It is "" if no check is configured
 * or the check can't be reached. In the second case the server refuses with its own message.
 */
export function useHumanCheck(): (action: string) => Promise<string> {
  const dispatch = useAppDispatch();
  return useCallback(
    async (action) => {
      const { data } = await dispatch(publicSettings.initiate(undefined, { subscribe: false }));
      const { humanCheckSiteKey: siteKey, humanCheckScriptUrl: scriptUrl } = data ?? {};
      if (!siteKey || !scriptUrl) return "";
      try {
        return await (await challengeAt(addressOf(scriptUrl, siteKey))).execute(siteKey, { action });
      } catch {
        return "";
      }
    },
    [dispatch],
  );
}
