import { emailInKeptTextMessage, namesEmail } from "@ornament/contracts/domain/email";
import { limits } from "@ornament/contracts/domain/limits";
import type { Ref } from "react";
import { TextArea } from "../../ui/form-fields/text-area.tsx";
import { keptForEver } from "./kept-for-ever.ts";

const tooShort = `At least ${limits.comment.min} characters.`;

/** Whether a reason can be sent. */
export const isReason = (text: string): boolean =>
  text.trim().length >= limits.comment.min && !namesEmail(text);

/** The field of a reason that is kept for ever. */
export function ReasonField(props: {
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  ref: Ref<HTMLTextAreaElement>;
}) {
  return (
    <TextArea
      label="Reason"
      value={props.value}
      onChange={props.onChange}
      maxLength={limits.comment.max}
      hint={`${tooShort} The reason is ${keptForEver}`}
      error={namesEmail(props.value) ? emailInKeptTextMessage : props.error}
      required
      autoFocus
      ref={props.ref}
    />
  );
}
