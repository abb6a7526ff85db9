import { resolve } from "node:path";
import { emailProblem } from "@ornament/contracts/values/email";
import { passwordProblem } from "@ornament/contracts/values/password";
import {
  type Environment,
  portSetting,
  publicUrlSetting,
  readConfig,
  trustProxySetting,
  yesOrNoSetting,
} from "@ornament/platform/config/read-config";
import { storeAddressSetting } from "@ornament/platform/eventstore/connection/address";
import { mongoAddressSetting } from "@ornament/platform/mongodb/connection";
import { z } from "zod";

const urlWith = (protocols: readonly string[], example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL such as ${example}`,
    );

const validBy = (problem: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = problem(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

const schema = z.object({
  PORT: portSetting.default(8080),
  /** The host to listen on. Loopback by default, which other machines can't reach. */
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z
    .string()
    .default(".data")
    .transform((path) => resolve(path)),
  /** The number of proxies in front of the product whose `X-Forwarded-For` is trusted. */
  TRUST_PROXY: trustProxySetting.default(0),
  PUBLIC_URL: publicUrlSetting.optional(),
  ADMIN_EMAIL: validBy(emailProblem).default("admin@ornament.test"),
  ADMIN_PASSWORD: validBy(passwordProblem).optional(),
  EVENTSTORE_URL: storeAddressSetting.optional(),
  MONGODB_URL: mongoAddressSetting.optional(),
  SMTP_URL: urlWith(["smtp:", "smtps:"], "smtp://127.0.0.1:25").optional(),
  /** Shows the mailbox to every caller that reaches the product. */
  MAILBOX_PUBLIC: yesOrNoSetting.default(false),
});

export type LaunchConfig = z.output<typeof schema>;

/** The product's settings from the environment (README). Throws `ConfigError` with one clear line. */
export const readLaunchConfig = (environment: Environment): LaunchConfig => readConfig(schema, environment);
