import { limits } from "@ornament/contracts/values/limits";
import type { FormEvent, ReactNode } from "react";
import { Link } from "react-router";
import { addressField } from "../../forms/address-field.ts";
import type { BoundField, FormState } from "../../forms/use-form.ts";
import { ErrorSummary } from "../../ui/form-fields/error-summary.tsx";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

/** A page before sign-in: a card with the fields, one button, and a link to another of these pages. */
export function SignInForm(props: {
  title: string;
  form: FormState;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
  action: string;
  busyLabel: string;
  link: { to: string; label: string };
}) {
  const { title, form, onSubmit, children, action, busyLabel, link } = props;
  return (
    <SignInLayout title={title}>
      <form noValidate className="vstack gap-4" onSubmit={onSubmit}>
        <ErrorSummary {...form.summary} />
        <Banner tone="error">{form.failure}</Banner>
        {children}
        <Button type="submit" wide busy={form.busy} busyLabel={busyLabel}>
          {action}
        </Button>
        <Link to={link.to} className="o-sign-in-link">
          {link.label}
        </Link>
      </form>
    </SignInLayout>
  );
}

/** The field for the admin's own email. */
export const OwnEmailField = ({ field }: { field: BoundField }) => (
  <TextField
    {...addressField(field)}
    label="Email"
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    maxLength={limits.email}
    required
    autoFocus
  />
);

/** A message for the sign-in page from the page before it, in the history state. */
export interface SignInNotice {
  notice: string;
}

export const signInNotice = (notice: string): SignInNotice => ({ notice });

export const noticeOf = (state: unknown): string | undefined =>
  (state as Partial<SignInNotice> | null)?.notice;
