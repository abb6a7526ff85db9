import { Link } from "react-router";
import { SupportContact } from "../contact/support-contact.tsx";
import type { DialogHash } from "./dialog-hash.ts";

export function Support() {
  return (
    <div className="o-prose">
      <p>
        You can find many answers in our{" "}
        <Link to={"#faq" satisfies DialogHash} replace>
          questions and answers
        </Link>
        . For anything else, email or call us. Please have your ornament’s PIN ready, so that we can find it
        quickly.
      </p>
      <SupportContact />
      <p>Customer care is open on weekdays in November and 7 days a week in December.</p>
    </div>
  );
}
