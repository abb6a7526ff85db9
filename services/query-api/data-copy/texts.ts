import type { DataCopy } from "@ornament/contracts/data-copy/api";

type Section = Exclude<keyof DataCopy, "about">;

export const sectionTitles: Readonly<Record<Section, string>> = {
  account: "Account",
  ornaments: "Ornaments",
  devices: "Devices",
  sessions: "Sign-ins",
  pauses: "Pauses of sign-in",
  refusals: "Refused requests",
  mails: "Mails",
  log: "What was done",
};

export const sectionMeanings: Readonly<Record<Section, string>> = {
  account: "Your account: its email addresses, when you registered, and whether you want marketing emails.",
  ornaments: "The PINs in your account, with the names that you gave them.",
  devices: "The browsers that play the videos of your ornaments, and when they were used.",
  sessions: "Your sign-ins, each with the browser and the network address, where they were recorded.",
  pauses: "The latest times for which nobody could sign in to your account, because of wrong passwords.",
  refusals: "Your latest requests that the product refused, because of a limit or because of the PIN.",
  mails: "The mails that the product sent to you, or tried to. Their texts are not stored.",
  log: "What you, our staff and the product did in your account. Staff is named by role, not by person.",
};

/** The data that the copy doesn't have, and the reasons. */
export const notIncluded: readonly string[] = [
  "Your password. It is stored only as a hash, from which it can’t be read. Hashes, keys, tokens, codes and links are not in this copy.",
  "Your month and year of birth. The age check compares them in your browser and never sends them.",
  "Coded marks that recognize your browser, your network and your email address for limits. They can’t be read back.",
  "The names and email addresses of our staff, and data about other people, such as a PIN that belongs to another account.",
  "Records outside this product: what you told customer care by mail or phone, records of servers, and backups. Ask the support contact for them.",
];
