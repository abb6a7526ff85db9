import { z } from "zod";
import { storeAddressProblem } from "./address.ts";

/** An event store's URL, parsed by the client's own parser. */
export const storeAddressSetting = z.string().superRefine((text, context) => {
  const message = storeAddressProblem(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
