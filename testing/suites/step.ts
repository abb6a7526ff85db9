/** A step of a long test. If it fails, the error message starts with the step's name. */
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
