/** A step of a story that is told in one test: where it fails, its name comes before what went wrong. */
export async function step<T>(name: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error) {
      const { message, stack } = error;
      error.message = `In the step “${name}”: ${message}`;
      if (stack) error.stack = stack.replace(message, () => error.message);
    }
    throw error;
  }
}
