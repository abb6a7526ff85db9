/** The URLs without a store account and without a secret option, which may be written to a file. */
export function withoutSecrets<Name extends string>(
  addresses: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>> {
  const kept = Object.entries<string>(addresses).filter(
    ([, address]) => !/@|password|secret|token/i.test(address),
  );
  return Object.fromEntries(kept) as Partial<Record<Name, string>>;
}
