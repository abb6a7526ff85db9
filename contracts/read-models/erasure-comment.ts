/**
 * The comment of the write that stores a checkpoint after an event that erases a person's data. From then on
 * no document of the generation has the data, and the embedded document store removes them from its files.
 * MongoDB shows the comment in its log only.
 */
export const erasureComment = "a person's data were erased";
