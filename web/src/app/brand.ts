import { type Brand, defaultBrand } from "@ornament/contracts/values/brand";
import { createContext, useContext } from "react";

/** The product's name and support. Set once, when the app starts. */
export const BrandContext = createContext<Brand>(defaultBrand);

export const useBrand = (): Brand => useContext(BrandContext);

/** The brand that the gateway has written into the page; the built-in brand for a page without one. */
export function brandOfPage(page: Pick<Document, "querySelector">): Brand {
  const written = (name: keyof Brand) =>
    page.querySelector(`meta[name="brand:${name}"]`)?.getAttribute("content") ?? defaultBrand[name];
  return {
    name: written("name"),
    supportEmail: written("supportEmail"),
    supportPhone: written("supportPhone"),
    supportHours: written("supportHours"),
  };
}
