import type { ReactNode } from "react";
import { Wordmark } from "../../artwork/wordmark.tsx";
import { usePageTitle } from "../page/use-page-title.ts";

/** The layout of sign-in, forgotten password and password reset: one card. */
export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <main id="content" tabIndex={-1} className="o-sign-in">
      <div className="o-sign-in-top">
        <Wordmark />
        <span>Back office</span>
      </div>
      <div className="o-sign-in-card">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
