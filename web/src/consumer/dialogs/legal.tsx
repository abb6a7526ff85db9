import { defaultAdminRetentionDays } from "@ornament/contracts/values/admin-retention";
import { useBrand } from "../../app/brand.ts";
import privacy from "../../copy/privacy.txt?raw";
import { legalValues, sectionsOf } from "../../copy/sections.ts";
import terms from "../../copy/terms.txt?raw";

export const TermsOfUse = () => <Legal text={terms} />;

export const PrivacyPolicy = () => <Legal text={privacy} />;

function Legal({ text }: { text: string }) {
  const sections = sectionsOf(text, legalValues(useBrand(), adminRetentionOfPage(document)));
  return (
    <div className="o-prose">
      {sections.map(({ heading, blocks }, index) => (
        <section key={heading}>
          {heading && <h3>{`${index}. ${heading}`}</h3>}
          {blocks.map((block) =>
            typeof block === "string" ? (
              <p key={block} className={block.startsWith("Effective") ? "text-body-secondary" : undefined}>
                {block}
              </p>
            ) : (
              <ul key={block.join()}>
                {block.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </div>
  );
}

/**
 * The days for which a deleted admin stays known, as the gateway has written them into the page; the default
 * for a page without them.
 */
function adminRetentionOfPage(page: Pick<Document, "querySelector">): number {
  const written = page.querySelector('meta[name="policy:adminRetentionDays"]')?.getAttribute("content");
  return written && /^\d+$/.test(written) ? Number(written) : defaultAdminRetentionDays;
}
