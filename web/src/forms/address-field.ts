import { addressOfTab, keepAddressOfTab } from "../app/browser-storage/address-of-tab.ts";
import { sessionStore } from "../app/browser-storage/safe-storage.ts";
import type { BoundField } from "./use-form.ts";

/** The initial value of a field for the person's own email address: what was last typed into such a field in this tab, sent or not. */
export const knownAddress = () => addressOfTab(sessionStore);

/** A field for the person's own email address. What is typed is the initial value on the next screens. */
export const addressField = (field: BoundField): BoundField => ({
  ...field,
  onChange: (email) => {
    keepAddressOfTab(sessionStore, email);
    field.onChange(email);
  },
});
