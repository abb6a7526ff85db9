import { z } from "zod";
import { storeAddressProblem } from "./address.ts";

/** An event store's address, judged as the client reads it. */
export const storeAddressSetting = z.string().superRefine((text, context) => {
  const message = storeAddressProblem(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
