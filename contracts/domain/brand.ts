/** What customers see of the company: shown on pages and in mails. */
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

/** The brand from BRAND_NAME, SUPPORT_EMAIL, SUPPORT_PHONE and SUPPORT_HOURS, with the default for each that is not set. */
export const brandFrom = (environment: Readonly<Record<string, string | undefined>>): Brand => ({
  name: environment.BRAND_NAME || defaultBrand.name,
  supportEmail: environment.SUPPORT_EMAIL || defaultBrand.supportEmail,
  supportPhone: environment.SUPPORT_PHONE || defaultBrand.supportPhone,
  supportHours: environment.SUPPORT_HOURS || defaultBrand.supportHours,
});

/** The `tel:` link of a phone number. */
export const telephoneLink = (phone: string) => `tel:${phone.replace(/[^\d+]/g, "")}`;
