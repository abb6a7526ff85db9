import type { Brand } from "../api/settings.ts";

/** Who the product is to its customers: name, support address, phone and hours (design §5). The one place for it. */
export const defaultBrand: Brand = {
  name: "Ornament",
  supportEmail: "support@ornament.example",
  supportPhone: "1-800-555-0124",
  supportHours: "Weekdays 8am-12pm and 12:30-5pm CT",
};

/** The brand as configured by BRAND_NAME, SUPPORT_EMAIL, SUPPORT_PHONE and SUPPORT_HOURS, else the default. */
export const brandFrom = (environment: Readonly<Record<string, string | undefined>>): Brand => ({
  name: environment.BRAND_NAME || defaultBrand.name,
  supportEmail: environment.SUPPORT_EMAIL || defaultBrand.supportEmail,
  supportPhone: environment.SUPPORT_PHONE || defaultBrand.supportPhone,
  supportHours: environment.SUPPORT_HOURS || defaultBrand.supportHours,
});
