import { useBrand, useDeviceLimit } from "../../app/public-settings.ts";
import { faqEntries } from "../../copy/faq.ts";

export function Faq() {
  const { supportHours } = useBrand();
  const deviceLimit = useDeviceLimit();
  return (
    <div className="o-questions">
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
