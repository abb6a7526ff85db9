import type { ReactNode } from "react";
import { useCookieTrouble } from "../../app/guards/cookie-trouble.ts";
import { Banner } from "../../ui/messages/banner.tsx";

/** The notice above a signed-out form for a browser that keeps no cookies. Other browsers show `children`. */
export function CookieNotice({ children }: { children?: ReactNode }) {
  const trouble = useCookieTrouble();
  return trouble === undefined ? (
    <Banner tone="notice">{children}</Banner>
  ) : (
    <Banner tone="error">{`${trouble} If that doesn’t help, contact us.`}</Banner>
  );
}
