import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startMailbox } from "./mailbox.ts";

/** The mailbox as a process of its own: MAILBOX_SMTP_PORT, MAILBOX_PORT (pages), MAILBOX_FILE from the environment. */
const mailbox = await startMailbox({
  port: Number(process.env.MAILBOX_SMTP_PORT ?? 0),
  ...(process.env.MAILBOX_FILE ? { file: process.env.MAILBOX_FILE } : {}),
});
const pages = createServer(mailbox.app).listen(Number(process.env.MAILBOX_PORT ?? 0), "127.0.0.1", () => {
  const ready = {
    ready: true,
    port: (pages.address() as AddressInfo).port,
    smtpPort: mailbox.smtpPort,
  };
  if (process.send) process.send(ready);
  else console.log(`mailbox ready on 127.0.0.1:${ready.port}, SMTP on ${ready.smtpPort}`);
});

async function stop() {
  pages.closeAllConnections();
  pages.close();
  await mailbox.stop();
  process.exit(0);
}
process.once("SIGTERM", stop).once("SIGINT", stop).once("disconnect", stop);
