import { shownFinding, timeOf } from "./findings.ts";
import type { KeptProof } from "./kept-proof.ts";
import type { LogReport } from "./log-check.ts";

export interface Circumstances {
  readonly place: string;
  readonly folder: string;
  readonly isServed: boolean;
  readonly givenCheckpoints: number;
  readonly hasGivenKey: boolean;
}

export const isAsWritten = ({ first, problems }: LogReport): boolean =>
  first === undefined && problems.length === 0;

export function shownReport(report: LogReport, proof: KeptProof, circumstances: Circumstances): string {
  const { first, findings, counts, problems } = report;
  const { place, folder, isServed, givenCheckpoints, hasGivenKey } = circumstances;
  const others = findings - 1;
  const newest = proof.checkpoints.at(-1);
  const lines = [
    first
      ? `${place} is NOT as it was written. ${shownFinding(first)}`
      : problems.length > 0
        ? `${place}: no event differs, but what was kept of the log was changed.`
        : `${place} is as it was written.`,
    ...(others > 0 ? [`${n(others)} further ${others === 1 ? "finding" : "findings"} after it.`] : []),
    ...problems.map((problem) => `Not of the log: ${problem}.`),
    "",
    row("events", `${n(counts.events)} in ${n(counts.streams)} streams, ${n(counts.inTree)} of them lasting`),
    row(
      "MACs",
      `${n(counts["valid MAC"])} valid, ${n(counts["wrong MAC"])} wrong, ${n(counts["no MAC"])} missing, ${n(counts["accepted without a MAC"])} of former versions without one`,
    ),
    row("leaves", `${n(counts.withLeaf)} events compared with ${folder}`),
    row(
      "checkpoints",
      newest
        ? `${n(proof.checkpoints.length)} signed, the newest of ${timeOf(newest.at.getTime())} with ${n(newest.size)} events; ${n(counts.signed)} events lead to a signed root`
        : "none",
    ),
    row("persons", `${n(counts.persons)} accounts and their keys`),
    row("file", isServed ? "not checked" : "whole, and its unused pages are empty"),
  ];
  const open = [
    counts.withLeaf === 0 &&
      "There are no leaves: an event that is missing at the end of its stream, and a changed time, are not noticed.",
    newest === undefined &&
      "There is no signed checkpoint: whoever can change the log can change the leaves with it.",
    newest &&
      counts.inTree > counts.signed &&
      `${n(counts.inTree - counts.signed)} newer events are in no signed checkpoint yet.`,
    newest &&
      givenCheckpoints === 0 &&
      "All checkpoints come from this folder. One that was kept out of the operator's reach (--checkpoint) proves more.",
    newest &&
      !hasGivenKey &&
      "The key was computed from MASTER_KEY. A copy that an auditor kept (--key) proves more.",
    counts["accepted without a MAC"] > 0 &&
      "Events of former versions have no MAC: only leaves and checkpoints show a change of them.",
    isServed && "The file of the event store was not checked, because a server gave the events.",
  ].filter((line) => typeof line === "string");
  if (open.length > 0) lines.push("", "Not proved:", ...open.map((line) => `- ${line}`));
  return `${lines.join("\n")}\n`;
}

const row = (name: string, text: string) => `  ${name.padEnd(12)} ${text}`;
const n = (value: number) => value.toLocaleString("en-US");
