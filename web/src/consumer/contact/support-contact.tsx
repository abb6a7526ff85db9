import { telephoneLink } from "@ornament/contracts/domain/brand";
import { useBrand } from "../../app/brand.ts";

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
