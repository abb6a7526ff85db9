/** The collection with the state of the proof of the event store. */
export const logProofCollection = "logProof";

/** The Merkle tree over the lasting events, and its checkpoint. See docs/decisions/0058-the-log-proves-itself.md */
export interface LogProofDocument {
  _id: "last";
  /** The position and the id of the last event that was read. */
  commit: bigint;
  prepare: bigint;
  eventId: string;
  /** The name of the log; null before its first lasting event. */
  origin: string | null;
  size: number;
  /** The roots of the complete parts of the tree, as base64. */
  parts: string[];
  /** The newest signed checkpoint; null before the first. */
  signed: SignedCheckpoint | null;
  /** The day in UTC, `YYYY-MM-DD`, of the last checkpoint that was sent by mail. */
  mailedOn: string | null;
  /** The difference between the event store and the folder of the proof, in words. Nothing is signed then. */
  problem: string | null;
}

export interface SignedCheckpoint {
  /** The signed note. */
  note: string;
  size: number;
  at: Date;
  /** The public key, in the form of C2SP's signed notes. */
  key: string;
}
