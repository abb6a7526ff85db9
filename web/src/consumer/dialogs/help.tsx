import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { useDeviceLimit } from "../../app/api/public-settings.ts";
import { useBrand } from "../../app/brand.ts";
import faq from "../../copy/faq.txt?raw";
import { faqValues, sectionsOf } from "../../copy/sections.ts";
import { SupportContact } from "../contact/contact.tsx";
import type { DialogHash } from "./dialog-link.tsx";

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

/** Opens all answers while the page is printed. */
function useOpenOnPaper() {
  const questions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let opened: Element[] = [];
    const open = () => {
      opened = [...(questions.current?.querySelectorAll("details:not([open])") ?? [])];
      for (const answer of opened) answer.setAttribute("open", "");
    };
    const close = () => {
      for (const answer of opened) answer.removeAttribute("open");
    };
    window.addEventListener("beforeprint", open);
    window.addEventListener("afterprint", close);
    return () => {
      window.removeEventListener("beforeprint", open);
      window.removeEventListener("afterprint", close);
    };
  }, []);
  return questions;
}

export function Faq() {
  const questions = useOpenOnPaper();
  const entries = sectionsOf(faq, faqValues(useDeviceLimit(), useBrand()));
  return (
    <div ref={questions} className="o-questions">
      {entries.map(({ heading, blocks }) => (
        <details key={heading}>
          <summary>{heading}</summary>
          <div>
            {blocks.map((paragraph) => (
              <p key={`${paragraph}`}>{paragraph}</p>
            ))}
          </div>
        </details>
      ))}
    </div>
  );
}
