import { withoutTurning } from "@ornament/contracts/domain/hidden-characters";
import type { Response } from "express";

/**
 * A value as JSON text, without the characters that change the direction of text. New names with them are
 * refused, but the event store may hold older names with them: no page, table or tooltip shows those in
 * another order.
 */
export const inertJson = (value: unknown): string => withoutTurning(JSON.stringify(value) ?? "");

/** Answers with JSON. Every answer with text that people entered uses this function or `inertJson`. */
export function answerJson(response: Response, value: unknown): void {
  response.type("json").send(inertJson(value));
}
