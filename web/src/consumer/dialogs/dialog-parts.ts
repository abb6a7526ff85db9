import { chunk } from "../../app/loading/chunk.ts";

/** The code of the dialogs. The long legal texts are a file of their own. */
export const dialogParts = {
  howItWorks: chunk(async () => (await import("./how-it-works.tsx")).HowItWorks),
  faq: chunk(async () => (await import("./help.tsx")).Faq),
  support: chunk(async () => (await import("./help.tsx")).Support),
  privacy: chunk(async () => (await import("./legal.tsx")).PrivacyPolicy),
  terms: chunk(async () => (await import("./legal.tsx")).TermsOfUse),
};
