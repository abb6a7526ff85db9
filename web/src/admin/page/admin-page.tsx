import { type ReactNode, useEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import { usePageTitle } from "./use-page-title.ts";

export interface AdminPageProps {
  title: string;
  /** Links and buttons beside the heading. */
  actions?: ReactNode;
  /** Shown under the heading, e.g. whose profile it is. */
  subtitle?: ReactNode;
  children: ReactNode;
}

/** A page of the back office: its heading, then its panels. */
export function AdminPage({ title, actions, subtitle, children }: AdminPageProps) {
  usePageTitle(title);
  const heading = useHeadingFocus();
  return (
    <div className="o-page">
      <header className="o-page-head">
        <div className="o-page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {subtitle && <p className="o-soft">{subtitle}</p>}
        </div>
        {actions && <div className="o-row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** The link that led here is gone with its page, so the new page's heading gets the focus. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const followed = useNavigationType() !== "POP";
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens.
  useEffect(() => {
    if (followed && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
