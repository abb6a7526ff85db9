import type { ReactNode } from "react";
import { Wordmark } from "../../artwork/wordmark.tsx";
import { usePageTitle } from "../page/use-page-title.ts";

/** Sign-in and the pages around it: one card, nothing else. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <main id="content" tabIndex={-1} className="o-door">
      <div className="o-door-top">
        <Wordmark />
      </div>
      <div className="o-door-card">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
