import { limits } from "@ornament/contracts/domain/limits";

/** The comment of an undo: "Undone: stolen in Boston", cut off at the limit of a comment. */
export function undoneComment(comment: string): string {
  const whole = `Undone: ${comment}`;
  if (whole.length <= limits.comment.max) return whole;
  // A character of two halves is never cut in the middle.
  return `${whole.slice(0, limits.comment.max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
