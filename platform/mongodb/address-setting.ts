import { z } from "zod";
import { mongoAddressProblem } from "./connection.ts";

/** MongoDB's address, checked by parsing it as the driver does. */
export const mongoAddressSetting = z.string().superRefine((text, context) => {
  const message = mongoAddressProblem(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
