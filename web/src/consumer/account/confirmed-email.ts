import type { Location } from "react-router";

/** The history state of the screen "Your email is verified". */
export interface ConfirmedEmail {
  confirmedEmail: string;
  /** Set if the email was confirmed on another device or in another tab, and this tab has moved on. */
  elsewhere?: true;
}

export function confirmedEmailOf({ state }: Location): ConfirmedEmail | undefined {
  const { confirmedEmail, elsewhere } = (state ?? {}) as Partial<Record<keyof ConfirmedEmail, unknown>>;
  if (typeof confirmedEmail !== "string") return undefined;
  return { confirmedEmail, ...(elsewhere === true ? { elsewhere } : {}) };
}

export const confirmedPath = "/user/verify-message";
