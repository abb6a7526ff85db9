import type { Brand } from "@ornament/contracts/domain/brand";

/** A paragraph or a list. */
export type LegalBlock = string | { list: readonly string[] };

export interface LegalSection {
  heading: string;
  blocks: readonly LegalBlock[];
}

export interface LegalText {
  title: string;
  /** The date below the title. */
  effective: string;
  intro: readonly string[];
  sections: readonly LegalSection[];
}

export type LegalWriter = (brand: Brand) => LegalText;

export const effectiveDate = "7/19/2023";
