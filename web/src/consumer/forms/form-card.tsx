import type { ComponentProps, FormEvent, ReactNode } from "react";
import type { FormState } from "../../forms/use-form.ts";
import { ErrorSummary } from "../../ui/form-fields/error-summary.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { ConsumerCard, type ConsumerCardProps } from "../layout/consumer-card.tsx";
import { SignedOutFooter } from "../layout/signed-out-footer.tsx";
import { CookieNotice } from "../session/cookie-notice.tsx";
import { MainAction } from "./main-action.tsx";

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
