import { NO_STREAM } from "@ornament/platform/eventstore/emulation/append-decision";
import { MessageWriter } from "@ornament/platform/eventstore/grpc/message-writer";

const writer = new MessageWriter();
const NOTHING = Buffer.alloc(0);

type Written = { readonly revision: number; readonly position?: number };

/** The encoded `BatchAppendResp` of an append that succeeded. Fields are written in reverse order. */
export function successMessage(correlation: string, stream: string, { revision, position }: Written): Buffer {
  writer.text(3, stream);
  writer.message(4, 0);
  const success = writer.length;
  if (position === undefined) writer.bytes(4, NOTHING);
  else {
    writer.number(2, position);
    writer.number(1, position);
    writer.message(3, success);
  }
  if (revision === NO_STREAM) writer.bytes(2, NOTHING);
  else writer.number(1, revision);
  writer.message(3, success);
  const id = writer.length;
  writer.text(2, correlation);
  writer.message(1, id);
  return writer.finish();
}
