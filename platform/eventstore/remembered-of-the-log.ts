/**
 * What this process remembers of the log: every cache of it registers here, so that all are emptied together. They are emptied when a
 * subscription is lost and when it is renewed, because the event store may have been restored from a backup meanwhile. Work that began
 * before must not fill a cache again afterwards. See docs/decisions/0047-what-is-remembered-of-the-log.md
 */
export class RememberedOfTheLog {
  readonly #parts: { readonly name: string; readonly forget: () => void }[] = [];

  /** @param name as in the list of the decision record */
  add(name: string, forget: () => void): void {
    this.#parts.push({ name, forget });
  }

  forget(): void {
    for (const { forget } of this.#parts) forget();
  }

  get names(): readonly string[] {
    return this.#parts.map(({ name }) => name);
  }
}
