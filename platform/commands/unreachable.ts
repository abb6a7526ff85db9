/** Ends a `switch` over a closed union: a missing case is a type error, and an error at run time. */
export function unreachable(value: never): never {
  throw new Error(`A case is not handled: ${JSON.stringify(value)}`);
}
