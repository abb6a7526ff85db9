import { withoutTurning } from "@ornament/contracts/domain/hidden-characters";
import type { Response } from "express";

/**
 * A value as JSON text, without the characters that turn text around. New names with them are refused, but a log may have names that
 * were stored before: no page, table or tooltip shows those in another order than they were typed.
 */
export const inertJson = (value: unknown): string => withoutTurning(JSON.stringify(value) ?? "");

/** Answers with JSON. Every answer of the services that holds what people entered goes through here or through `inertJson`. */
export function answerJson(response: Response, value: unknown): void {
  response.type("json").send(inertJson(value));
}
