import { retentionText } from "@ornament/contracts/values/admin-retention";
import type { Brand } from "@ornament/contracts/values/brand";
import { knownBrowserDays } from "@ornament/contracts/values/cookies";

/** A section of a long text: paragraphs, and lists of items. The heading is "" before the first one. */
export interface Section {
  heading: string;
  blocks: readonly (string | readonly string[])[];
}

/**
 * The sections of a text file. A line with `##` is a heading, lines with `-` are a list, and `{name}` stands for a
 * value.
 */
export function sectionsOf(text: string, values: Readonly<Record<string, string>>): Section[] {
  const filled = text.trim().replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
  return filled.split(/^(?=## )/m).map((section) => {
    const [, heading = "", rest = ""] = /^(?:## (.*))?([\s\S]*)$/.exec(section) ?? [];
    const blocks = rest.trim().split("\n\n");
    return {
      heading,
      blocks: blocks.map((block) => (block.startsWith("- ") ? block.slice(2).split("\n- ") : block)),
    };
  });
}

/** The values of the questions and answers. */
export const faqValues = (deviceLimit: number, { supportHours }: Pick<Brand, "supportHours">) => ({
  devices: deviceLimit === 1 ? "1 device" : `${deviceLimit} devices`,
  supportHours,
});

/**
 * The values of the terms of use and the privacy policy. The texts must match what the product stores: see
 * docs/legal.md.
 * @param adminRetentionDays the days for which a deleted admin stays known
 */
export const legalValues = (brand: Brand, adminRetentionDays: number) => ({
  ...brand,
  NAME: brand.name.toUpperCase(),
  knownBrowserDays: String(knownBrowserDays.consumer),
  adminRetention: retentionText(adminRetentionDays),
});
