/** The addresses that may stand in a file: those with an account, or with an option that is a secret, are left out. */
export function withoutSecrets<Name extends string>(
  addresses: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>> {
  const kept = Object.entries<string>(addresses).filter(
    ([, address]) => !/@|password|secret|token/i.test(address),
  );
  return Object.fromEntries(kept) as Partial<Record<Name, string>>;
}
