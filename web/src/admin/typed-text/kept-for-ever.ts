/** The end of the hint at a text that is stored unencrypted, so that no erasure reaches it. */
export const keptForEver = "kept for ever and readable by all staff: no names or addresses of people.";
