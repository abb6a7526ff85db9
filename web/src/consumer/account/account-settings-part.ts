import { chunk } from "../../app/loading/chunk.ts";

/** The code of the dialog "Your account". */
export const accountSettings = chunk(async () => (await import("./account-settings.tsx")).AccountSettings);
