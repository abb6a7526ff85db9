/** Ends a `switch` over a closed union: a case that is forgotten is a type error, and never goes unnoticed at run time. */
export function unreachable(value: never): never {
  throw new Error(`A case is not handled: ${JSON.stringify(value)}`);
}
