/** The same items. The next one is made while the reader works on the last. */
export async function* oneAhead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  const begin = () => {
    const item = items.next();
    // A failure is thrown when the reader gets there.
    item.catch(() => undefined);
    return item;
  };
  try {
    for (let next = begin(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = begin();
      yield value;
    }
  } finally {
    await items.return(undefined);
  }
}
