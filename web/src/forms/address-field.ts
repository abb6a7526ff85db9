import { addressOfTab, keepAddressOfTab } from "../app/browser-storage/address-of-tab.ts";
import { sessionStore } from "../app/browser-storage/safe-storage.ts";
import type { BoundField } from "./use-form.ts";

/**
 * The initial value of a field for the person's own email address: the last text in such a field in this tab,
 * sent or not.
 */
export const knownAddress = () => addressOfTab(sessionStore);

/** A field for the person's own email address. The typed text is the initial value on the next screens. */
export const addressField = (field: BoundField): BoundField => ({
  ...field,
  onChange: (email) => {
    keepAddressOfTab(sessionStore, email);
    field.onChange(email);
  },
});
