import { useEffect } from "react";
import { Link } from "react-router";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { EmailField, useEmailForm } from "../forms/email-form.tsx";
import { keptRegistration, type SentRegistration, useRegister } from "./pending-registration.ts";

/**
 * Opens the form for another address. After a reload the page has no password any more, and the registration form is
 * opened instead.
 */
export function ChangeAddress({ onOpen }: { onOpen: (registration: SentRegistration) => void }) {
  const registration = keptRegistration();
  if (!registration)
    return (
      <Link to="/registration" className="btn btn-plain">
        Change address
      </Link>
    );
  return (
    <Button tone="plain" onClick={() => onOpen(registration)}>
      Change address
    </Button>
  );
}

/** Registers another address with the password and the choices that this page has already sent. */
export function AddressForm(props: {
  /** The address that the confirmation link was sent to. */
  email: string;
  registration: SentRegistration;
  onChanged: (email: string) => void;
  onClose: () => void;
}) {
  const { email: before, onChanged, registration, onClose } = props;
  const register = useRegister();
  const { form, submit } = useEmailForm(before, {
    send: async (email) => {
      if (email !== before) await register(email, registration);
    },
    onSent(email) {
      if (email !== before) onChanged(email);
      onClose();
    },
  });
  const fieldId = form.idOf("email");
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId]);

  return (
    <form noValidate className="o-change-address" onSubmit={submit}>
      <EmailField
        field={form.field("email")}
        autoComplete="email"
        hint="Your password and your choices stay the same."
      />
      <Banner tone="error">{form.failure}</Banner>
      <div className="o-change-address-actions">
        <Button type="submit" tone="action" busy={form.busy} busyLabel="Sending…">
          Send the link here
        </Button>
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
