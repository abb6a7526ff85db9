/**
 * The product's promises in figures: a figure beyond its bound fails the run. The attacks themselves check the
 * facts that must hold on every machine (counts, statuses, events).
 */
export interface Promised {
  readonly label: string;
  readonly atMost: number;
  readonly unit: string;
}

export const promises = {
  answerInOutage: {
    label: "the slowest answer during outages of the event store",
    atMost: 6_000,
    unit: "ms",
  },
  commandsAfterOutage: {
    label: "time until commands succeed again after an outage of the event store",
    atMost: 2_000,
    unit: "ms",
  },
  linesForAnOutage: {
    label: "log lines about one outage, of command-api and projector together",
    atMost: 4,
    unit: "lines",
  },
} as const satisfies Record<string, Promised>;
