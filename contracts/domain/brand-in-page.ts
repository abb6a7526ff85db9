import { type Brand, telephoneLink } from "./brand.ts";

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Writes the brand into a page of the web: `{{name}}`, `{{supportEmail}}`, `{{supportPhone}}` and `{{supportHours}}`, and for the
 * links `{{mailto}}` and `{{tel}}`. The pages show it before any script runs, or if none can.
 */
export function withBrand(page: string, brand: Brand): string {
  const values: Readonly<Record<string, string>> = {
    ...brand,
    mailto: `mailto:${encodeURI(brand.supportEmail)}`,
    tel: telephoneLink(brand.supportPhone),
  };
  return page.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : escaped(value);
  });
}
