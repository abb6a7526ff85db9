import { z } from "zod";
import { storeAddressProblem } from "./address.ts";

/** An event store's address, checked by parsing it as the client does. */
export const storeAddressSetting = z.string().superRefine((text, context) => {
  const message = storeAddressProblem(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
