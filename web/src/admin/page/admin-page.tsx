import { type ReactNode, useEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import { usePageTitle } from "./use-page-title.ts";

export interface AdminPageProps {
  title: string;
  /** Beside the heading: where to go from here. */
  actions?: ReactNode;
  /** Under the heading: what it is about. */
  subtitle?: ReactNode;
  children: ReactNode;
}

/** A screen inside the shell: its heading, then its panels. */
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

/** Where the link that was followed has gone with its page, the new page's heading takes the focus. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const followed = useNavigationType() !== "POP";
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens.
  useEffect(() => {
    if (followed && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
