/** Set by the bundler: the version and, where it is known, the commit. */
declare const ORNAMENT_BUILD: string | undefined;

/** The name of this build, such as `1.2.0+4cc7b56`. Code that runs unbundled, as in tests, is `source`. */
export const buildName: string = typeof ORNAMENT_BUILD === "string" ? ORNAMENT_BUILD : "source";
