import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { useEffect } from "react";
import { Link } from "react-router";
import { useForm } from "../../forms/use-form.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { EmailField } from "../forms/email-field.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { keptRegistration, type SentRegistration } from "./pending-registration.ts";
import { useRegister } from "./use-register.ts";

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
  const form = useForm({
    initial: { email: before },
    labels: { email: "Email" },
    check: ({ email }) => ({ email: emailProblem(email) }),
  });
  const fieldId = form.idOf("email");
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId]);

  const submit = form.submit(async (values) => {
    const email = normaliseEmail(values.email);
    if (email === before) return onClose();
    try {
      await register(email, registration);
    } catch (error) {
      return form.refuse(refusalAt(error, ["email"], "email"));
    }
    onChanged(email);
    onClose();
  });
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
