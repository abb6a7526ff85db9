import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { useBrand } from "../../app/brand.ts";
import { Wordmark } from "../../artwork/wordmark.tsx";
import { Button } from "../../ui/press/button.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { type JourneyStep, Steps } from "../../ui/progress/steps.tsx";
import { DialogLink } from "../dialogs/dialog-link.tsx";

interface PlainCardProps {
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

export interface ConsumerCardProps extends Omit<PlainCardProps, "steps" | "busy"> {
  step?: JourneyStep | undefined;
}

/** A screen of the consumer site: the wordmark, the steps of the registration, and one card. */
export const ConsumerCard = ({ step, ...card }: ConsumerCardProps) => (
  <PlainCard {...card} steps={step && <Steps current={step} />} />
);

/** The main button of a screen, and below it less important ones. On a phone only the main one stays in view. */
export const MainActions = ({ children, more }: { children: ReactNode; more?: ReactNode }) => (
  <>
    <div className={more ? "o-main-action o-main-action-followed" : "o-main-action"}>{children}</div>
    {more && <div className="o-more-actions">{more}</div>}
  </>
);

/** The one button of a screen. */
export const MainButton = (
  button: Pick<ComponentProps<typeof Button>, "children" | "onClick" | "busy" | "busyLabel">,
) => (
  <MainActions>
    <Button {...button} tone="action" wide />
  </MainActions>
);

/** The one way on from a screen. */
export const MainLink = ({ to, children, more }: { to: string; children: ReactNode; more?: ReactNode }) => (
  <MainActions more={more}>
    <ButtonLink to={to} tone="action" wide>
      {children}
    </ButtonLink>
  </MainActions>
);

/** A less important way on. */
export const QuietLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <ButtonLink to={to} tone="quiet" wide>
    {children}
  </ButtonLink>
);

/** Below the card of a signed-out screen: a link to another screen, and help. */
export function SignedOutFooter({
  to,
  label,
}: {
  to?: "/login" | "/verify-age" | "/registration";
  label?: string;
}) {
  return (
    <>
      {to && <Link to={to}>{label}</Link>}
      <DialogLink to="#support">Need help?</DialogLink>
    </>
  );
}
