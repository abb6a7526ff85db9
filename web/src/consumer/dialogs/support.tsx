import { Link } from "react-router";
import { SupportContact } from "../contact/support-contact.tsx";
import type { DialogHash } from "./dialog-hash.ts";

export function Support() {
  return (
    <div className="o-prose">
      <p>
        Many answers are in our{" "}
        <Link to={"#faq" satisfies DialogHash} replace>
          questions and answers
        </Link>
        . For everything else, write or call us. Have your ornament’s PIN ready; it helps us to find it
        quickly.
      </p>
      <SupportContact />
      <p>Customer care is open on weekdays in November and 7 days a week in December.</p>
    </div>
  );
}
