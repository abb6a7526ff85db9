/** A phone number as a `tel:` link takes it. */
export const telephoneLink = (phone: string) => `tel:${phone.replace(/[^\d+]/g, "")}`;
