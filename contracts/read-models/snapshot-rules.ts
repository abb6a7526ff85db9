/** The names and texts by which the embedded document store knows the projector's bookkeeping. */

/** The collections of the projector's bookkeeping. */
export const readModelNames = {
  /** A document for each generation. See docs/decisions/0008-read-model-generations.md */
  generations: "projections",
  /** The events that a generation skipped because its projection failed. They are removed with it. */
  deadLetters: "projectionDeadLetters",
  /** The groups that a generation keeps in a former state. They are removed with it. */
  frozenGroups: "projectionFrozenGroups",
  /** The fields in which a staged generation differs from the live one. No snapshot has them. */
  differences: "projectionDifferences",
  /** The former states of read models. No snapshot has them. */
  pastTables: "pastTables",
  /** The changes between two instants. No snapshot has them. */
  comparisons: "comparisons",
  comparisonRows: "comparisonRows",
  /** The evidence files that somebody asks for. No snapshot has them. */
  evidenceFiles: "evidenceFiles",
  /** The Merkle tree over the event store and its newest signed checkpoint. */
  logProof: "logProof",
  /** The projector's lease: it is about running processes, so no snapshot has it. */
  leases: "leases",
  /** The measured lag, which the active projector writes every five seconds. No snapshot has it. */
  lag: "projectionLag",
};

/**
 * The comment of the write that stores a checkpoint after an event that erases a person's data. From then on
 * no document of the generation has the data, and the embedded document store deletes older copies. MongoDB
 * shows the comment in its log only.
 */
export const erasureComment = "a person's data were erased";
