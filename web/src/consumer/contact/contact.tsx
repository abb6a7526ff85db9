import { telephoneLink } from "@ornament/contracts/values/brand";
import { useBrand } from "../../app/brand.ts";

/**
 * An email address within a sentence. A punctuation mark after it stays on the same line, however long the
 * address is.
 */
export function EmailAddress({ email, mark }: { email: string; mark?: "." | "," }) {
  return (
    <span className="o-keep-together">
      <strong>{email}</strong>
      {mark && <span>{mark}</span>}
    </span>
  );
}

/** The email address and the phone number of customer care, as links. */
export function SupportContact() {
  const { supportEmail, supportPhone, supportHours } = useBrand();
  return (
    <p>
      Email <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      <br />
      Phone <a href={telephoneLink(supportPhone)}>{supportPhone}</a>
      <span className="text-body-secondary o-balanced">{supportHours}</span>
    </p>
  );
}
