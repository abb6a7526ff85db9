import type { ReactNode } from "react";
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
  return (
    <div className="o-page">
      <header className="o-page-head">
        <div className="o-page-title">
          <h1>{title}</h1>
          {subtitle && <p className="o-soft">{subtitle}</p>}
        </div>
        {actions && <div className="o-row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
