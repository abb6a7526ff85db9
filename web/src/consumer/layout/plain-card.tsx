import type { ReactNode } from "react";
import { Link } from "react-router";
import { useBrand } from "../../app/brand.ts";
import { Wordmark } from "../../artwork/wordmark.tsx";

export interface PlainCardProps {
  /** The card's heading, and the page's title. */
  title: string;
  children: ReactNode;
  /** Below the wordmark. */
  steps?: ReactNode;
  /** Inside the card, above the title. It centers the title and the lead. */
  picture?: ReactNode;
  /** The card is a placeholder until the server has answered. */
  busy?: boolean;
  /** Links and buttons below the card, such as sign-out. */
  footer?: ReactNode;
}

/** A screen of the consumer site: the wordmark and one card. */
export function PlainCard({ title, children, steps, picture, busy, footer }: PlainCardProps) {
  const { name } = useBrand();
  return (
    <div className="o-layout-column">
      <title>{`${title} · ${name}`}</title>
      <header className="o-layout-head">
        <Link to="/" className="o-wordmark-link">
          <Wordmark />
        </Link>
        {steps}
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={picture ? "o-card o-card-pictured" : "o-card"}
        aria-busy={busy}
      >
        {picture && <div className="o-card-picture">{picture}</div>}
        <h1>{title}</h1>
        {children}
      </main>
      {footer && <footer className="o-layout-footer">{footer}</footer>}
    </div>
  );
}
