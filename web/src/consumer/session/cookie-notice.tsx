import type { ReactNode } from "react";
import { useCookieTrouble } from "../../app/guards/cookie-trouble.ts";
import { Banner } from "../../ui/messages/banner.tsx";

/** At the top of a signed-out form: says that the browser keeps no cookies, if that is so, and otherwise shows `children`. */
export function CookieNotice({ children }: { children?: ReactNode }) {
  const trouble = useCookieTrouble();
  return trouble === undefined ? (
    <Banner tone="notice">{children}</Banner>
  ) : (
    <Banner tone="error">{`${trouble} If that doesn’t help, contact us.`}</Banner>
  );
}
