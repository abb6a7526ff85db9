import { adminRetentionOfPage } from "../../app/admin-retention.ts";
import { useBrand } from "../../app/brand.ts";
import type { LegalBlock, LegalText } from "../../copy/legal/legal-text.ts";
import { privacyPolicy } from "../../copy/legal/privacy.ts";
import { termsOfUse } from "../../copy/legal/terms.ts";

export const TermsOfUse = () => <Legal text={termsOfUse(useBrand())} />;

export const PrivacyPolicy = () => <Legal text={privacyPolicy(useBrand(), adminRetentionOfPage(document))} />;

function Legal({ text }: { text: LegalText }) {
  return (
    <div className="o-prose">
      <p className="text-body-secondary">Effective {text.effective}</p>
      {text.intro.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {text.sections.map(({ heading, blocks }, index) => (
        <section key={heading}>
          <h3>
            {index + 1}. {heading}
          </h3>
          {blocks.map((block) => (
            <Block key={typeof block === "string" ? block : block.list.join()} block={block} />
          ))}
        </section>
      ))}
    </div>
  );
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === "string") return <p>{block}</p>;
  return (
    <ul>
      {block.list.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
