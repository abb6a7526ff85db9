import type { ComponentProps, FormEvent, ReactNode } from "react";
import { useSession } from "../../app/app-hooks.ts";
import { useCookieTrouble } from "../../app/guards/cookie-trouble.ts";
import type { FormState } from "../../forms/use-form.ts";
import { ErrorSummary } from "../../ui/form-fields/error-summary.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { ConsumerCard, type ConsumerCardProps, MainActions, SignedOutFooter } from "../layout/card.tsx";

export interface FormCardProps extends Pick<ConsumerCardProps, "title" | "step" | "picture"> {
  form: FormState;
  onSubmit: (event: FormEvent) => void;
  /** The link below the card. */
  link: ComponentProps<typeof SignedOutFooter>;
  lead?: ReactNode;
  /** Shown at the top unless the browser keeps no cookies. */
  notice?: ReactNode;
  /** After a refusal, the label of a link to `/forgot-password`. */
  newPassword?: string | false;
  /** The fields. */
  children: ReactNode;
  action: Omit<ComponentProps<typeof MainAction>, "busy">;
}

/** A signed-out screen with one form: the fields, the reason of a refusal, and the main button. */
export function FormCard(props: FormCardProps) {
  const { title, step, picture, form, onSubmit, link, lead, notice, newPassword, children, action } = props;
  return (
    <ConsumerCard title={title} step={step} picture={picture} footer={<SignedOutFooter {...link} />}>
      <form noValidate onSubmit={onSubmit}>
        {lead && <p className="o-lead">{lead}</p>}
        <CookieNotice>{notice}</CookieNotice>
        <ErrorSummary {...form.summary} />
        {children}
        <Banner tone="error">{form.failure}</Banner>
        {form.failure && newPassword && (
          <ButtonLink to="/forgot-password" tone="quiet" wide>
            {newPassword}
          </ButtonLink>
        )}
        <MainAction {...action} busy={form.busy} />
      </form>
    </ConsumerCard>
  );
}

const forgetful =
  "This browser blocks cookies, so it forgets you and this device. Each time you come back, you sign in again and take another place of your ornament. Allow cookies for this site first.";

/** The main button of a screen, which submits the form. On a phone it stays at the bottom of the screen. */
export function MainAction(props: {
  children: ReactNode;
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  disabled?: boolean | undefined;
  /** Called for a press, or Enter in a field, while the button is disabled. */
  onDisabledPress?: (() => void) | undefined;
  "aria-describedby"?: string | undefined;
  /** A note about missing input, shown above the button and announced when it changes. */
  note?: string | undefined;
  /** Less important buttons and links, below the main button. */
  more?: ReactNode;
}) {
  const { children, note, more, ...rest } = props;
  return (
    <MainActions more={more}>
      {note !== undefined && (
        <p className="o-hint text-center" role="status">
          {note}
        </p>
      )}
      <Button {...rest} type="submit" tone="action" wide>
        {children}
      </Button>
    </MainActions>
  );
}

/** The notice above a form for a browser that keeps no cookies. Other browsers show `children`. */
export function CookieNotice({ children }: { children?: ReactNode }) {
  const trouble = useCookieTrouble();
  const { status } = useSession();
  if (trouble !== undefined && status === "signed-in") return <Banner tone="error">{forgetful}</Banner>;
  return trouble === undefined ? (
    <Banner tone="notice">{children}</Banner>
  ) : (
    <Banner tone="error">{`${trouble} If that doesn’t help, contact us.`}</Banner>
  );
}
