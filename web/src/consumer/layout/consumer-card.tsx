import type { ReactNode } from "react";
import { Link } from "react-router";
import { useBrand } from "../../app/public-settings.ts";
import { Wordmark } from "../../artwork/wordmark.tsx";
import { type JourneyStep, Steps } from "../../ui/steps.tsx";

export interface ConsumerCardProps {
  /** The one question of the screen; also the page's title. */
  title: string;
  children: ReactNode;
  step?: JourneyStep | undefined;
  /** Above the title, inside the card: an ornament, for example. */
  picture?: ReactNode;
  /** Under the card: a way back, sign-out. */
  footer?: ReactNode;
}

/** One screen of a flow: wordmark, steps, one card with one question. */
export function ConsumerCard({ title, children, step, picture, footer }: ConsumerCardProps) {
  const { name } = useBrand();
  return (
    <div className="o-layout-column">
      <title>{`${title} · ${name}`}</title>
      <header className="o-layout-head">
        <Link to="/" className="o-wordmark-link">
          <Wordmark />
        </Link>
        {step && <Steps current={step} />}
      </header>
      <main id="content" tabIndex={-1} className="o-card">
        {picture && <div className="o-card-picture">{picture}</div>}
        <h1>{title}</h1>
        {children}
      </main>
      {footer && <footer className="o-layout-footer">{footer}</footer>}
    </div>
  );
}
