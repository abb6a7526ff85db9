export type Problems<V> = Partial<Record<keyof V & string, string>>;

/** The messages to show, in the order of the fields: what the server refused goes over what was found here. */
export function shownMessages<V>(
  found: Problems<V>,
  refused: Problems<V>,
  asked: (name: keyof V & string) => boolean,
): [name: keyof V & string, message: string][] {
  const names = Object.keys({ ...found, ...refused }) as (keyof V & string)[];
  return names.flatMap((name) => {
    const message = refused[name] ?? (asked(name) ? found[name] : undefined);
    return message === undefined ? [] : [[name, message]];
  });
}
