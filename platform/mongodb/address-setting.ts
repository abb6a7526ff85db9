import { z } from "zod";
import { mongoAddressProblem } from "./connection.ts";

/** MongoDB's address, judged as its driver reads it. */
export const mongoAddressSetting = z.string().superRefine((text, context) => {
  const message = mongoAddressProblem(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
