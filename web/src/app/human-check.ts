import { useCallback } from "react";
import { publicSettings } from "./api/public-settings.ts";
import { useAppDispatch } from "./app-hooks.ts";

/** The part of the provider's script that we use (reCAPTCHA v3 and compatible scripts). */
interface Challenge {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

const scriptFor = (siteKey: string) =>
  `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;

let loading: Promise<Challenge> | undefined;

function challengeFor(siteKey: string): Promise<Challenge> {
  loading ??= new Promise<Challenge>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptFor(siteKey);
    script.onload = () => {
      const { grecaptcha } = window as { grecaptcha?: Challenge };
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new Error("The human check did not load"));
    };
    script.onerror = () => reject(new Error("The human check did not load"));
    document.head.append(script);
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
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
      const siteKey = data?.humanCheckSiteKey;
      if (!siteKey) return "";
      try {
        return await (await challengeFor(siteKey)).execute(siteKey, { action });
      } catch {
        return "";
      }
    },
    [dispatch],
  );
}
