/** The schema version that events are written with today. */
export const schemaVersion = 1;

/** What is stored of an event before it is read: its type, data and the schema version it was written with. */
export interface WrittenEvent {
  type: string;
  data: unknown;
  schemaVersion: number;
}

/**
 * The one seam for schema changes: turns an event as it was written into today's shape. Old events are never rewritten.
 * Every event so far is version 1, so nothing is to be lifted yet.
 */
export function upcast(event: WrittenEvent): WrittenEvent {
  return event;
}
