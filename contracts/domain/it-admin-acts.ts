/** The acts on a consumer that only an IT Admin may do, as Customer support asks for them. */
export const itAdminActNames = {
  "change-email": "Change the email",
  "release-pin": "Release the PIN",
  "copy-data": "Give a copy of the data",
  erase: "Erase the consumer",
} as const;

export type ItAdminAct = keyof typeof itAdminActNames;
export const itAdminActs = Object.keys(itAdminActNames) as [ItAdminAct, ...ItAdminAct[]];
