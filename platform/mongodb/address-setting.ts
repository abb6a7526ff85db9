import { z } from "zod";
import { mongoAddressProblem } from "./connection.ts";

/** MongoDB's URL, parsed by the driver's own parser. */
export const mongoAddressSetting = z.string().superRefine((text, context) => {
  const message = mongoAddressProblem(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
