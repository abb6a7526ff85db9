/** The `tel:` link of a phone number. */
export const telephoneLink = (phone: string) => `tel:${phone.replace(/[^\d+]/g, "")}`;
