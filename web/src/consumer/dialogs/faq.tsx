import { useEffect, useRef } from "react";
import { useDeviceLimit } from "../../app/api/public-settings.ts";
import { useBrand } from "../../app/brand.ts";
import { faqEntries } from "../../copy/faq.ts";

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
  const { supportHours } = useBrand();
  const deviceLimit = useDeviceLimit();
  return (
    <div ref={questions} className="o-questions">
      {faqEntries({ deviceLimit, supportHours }).map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <div>
            {answer.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </details>
      ))}
    </div>
  );
}
