import type { SignedCheckpoint } from "@ornament/contracts/log-proof/document";
import type { Brand } from "@ornament/contracts/values/brand";
import { escaped, type Letter } from "../mails/letter.ts";
import type { MailTransport } from "../mails/transport.ts";

export const checkpointMail =
  (options: { transport: Pick<MailTransport, "send">; to: string; brand: Brand; publicUrl: string }) =>
  async (signed: SignedCheckpoint): Promise<void> => {
    const { hostname } = new URL(options.publicUrl);
    const messageId = `<signed-checkpoint-${signed.size}@${hostname}>`;
    await options.transport.send(checkpointLetter(signed, options.brand), [options.to], messageId);
  };

/** The letter with the checkpoint, which the recipient keeps where the operator can't change it. */
export function checkpointLetter({ note, size, at, key }: SignedCheckpoint, { name }: Brand): Letter {
  const before = [
    `This is the signed checkpoint of the ${name} event store: ${size} events at ${at.toISOString()}.`,
    "Keep this mail where the operator of the product can't change it. The file of these lines shows later whether an event of before was changed, removed or inserted: npm run audit -- verify --checkpoint FILE",
  ];
  const after = ["The public key that signed it. It must stay the same from mail to mail:", key];
  const text = [...before, note.trimEnd(), ...after, ""].join("\n\n");
  const html = `<!doctype html><html lang="en"><body>${[
    ...before.map(paragraph),
    `<pre>${escaped(note)}</pre>`,
    ...after.map(paragraph),
  ].join("\n")}</body></html>`;
  return { subject: `${name}: signed checkpoint of ${at.toISOString().slice(0, 10)}`, text, html };
}

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;
