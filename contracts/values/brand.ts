/** The company's name and contact on pages and in mails. */
export interface Brand {
  name: string;
  supportEmail: string;
  supportPhone: string;
  supportHours: string;
}

export const defaultBrand: Brand = {
  name: "Ornament",
  supportEmail: "support@ornament.example",
  supportPhone: "1-800-555-0124",
  supportHours: "Weekdays 8am-12pm and 12:30-5pm CT",
};

/** The brand from BRAND_NAME, SUPPORT_EMAIL, SUPPORT_PHONE and SUPPORT_HOURS, or the defaults. */
export const brandFrom = (environment: Readonly<Record<string, string | undefined>>): Brand => ({
  name: environment.BRAND_NAME || defaultBrand.name,
  supportEmail: environment.SUPPORT_EMAIL || defaultBrand.supportEmail,
  supportPhone: environment.SUPPORT_PHONE || defaultBrand.supportPhone,
  supportHours: environment.SUPPORT_HOURS || defaultBrand.supportHours,
});

const extension = /\b(?:ext(?:ension)?\.?|x)\s*(\d+)\s*$/i;

const digits = (text: string) => text.replace(/[^\d+]/g, "");

/** The `tel:` link of a phone number, which may end with an extension: "1-800-555-0124 ext. 12". */
export function telephoneLink(phone: string): string {
  const [, inside] = extension.exec(phone) ?? [];
  return `tel:${digits(phone.replace(extension, ""))}${inside ? `;ext=${inside}` : ""}`;
}
