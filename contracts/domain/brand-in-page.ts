import { type Brand, telephoneLink } from "./brand.ts";

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Writes the brand and the API's origin into a page of the web. The pages show the brand before any script
 * runs, or without one: `{{name}}`, `{{supportEmail}}`, `{{supportPhone}}` and `{{supportHours}}`, and for
 * the links `{{mailto}}` and `{{tel}}`. `{{apiBase}}` is the origin of the API; "" where it is the page's
 * origin.
 */
export function withBrand(page: string, brand: Brand, apiBase = ""): string {
  const values: Readonly<Record<string, string>> = {
    ...brand,
    apiBase,
    mailto: `mailto:${encodeURI(brand.supportEmail)}`,
    tel: telephoneLink(brand.supportPhone),
  };
  return page.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : escaped(value);
  });
}
