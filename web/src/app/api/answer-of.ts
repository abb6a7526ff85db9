/** The answer of a repeated query; `undefined` if it failed. `refetch` is the query's. */
export async function answerOf<T>(
  refetch: () => PromiseLike<{ data?: T | undefined; isSuccess: boolean }>,
): Promise<T | undefined> {
  const { data, isSuccess } = await refetch();
  return isSuccess ? data : undefined;
}
