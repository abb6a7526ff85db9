import { drawSecrets } from "@ornament/platform/tokens/secrets";

/** Prints a fresh set of secrets as lines for `.env`. */
process.stdout.write(
  [
    "# Back up ADDRESS_KEY and MASTER_KEY with the event store: without them its events can't be read.",
    ...Object.entries(drawSecrets()).map(([variable, secret]) => `${variable}=${secret}`),
    "",
  ].join("\n"),
);
