import { defaultAdminRetentionDays } from "./admin-retention.ts";
import { type Brand, telephoneLink } from "./brand.ts";

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Settings of an installation that its pages need. */
export interface PageSettings {
  /** The origin of the API; absent where it is the page's origin. */
  readonly apiBase?: string | undefined;
  /** The days for which the personal data of a deleted admin stay, for the privacy policy. */
  readonly adminRetentionDays?: number | undefined;
}

/**
 * Writes the brand and the settings of the installation into a page of the web, in place of `{{name}}` and so
 * on, so that pages show the brand before any script runs, or without one.
 */
export function withBrand(page: string, brand: Brand, settings: PageSettings = {}): string {
  const { apiBase = "", adminRetentionDays = defaultAdminRetentionDays } = settings;
  const values: Readonly<Record<string, string>> = {
    ...brand,
    apiBase,
    adminRetentionDays: String(adminRetentionDays),
    mailto: `mailto:${encodeURI(brand.supportEmail)}`,
    tel: telephoneLink(brand.supportPhone),
  };
  return page.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : escaped(value);
  });
}
