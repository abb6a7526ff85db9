import { Refusal } from "@ornament/contracts/errors";

/** For calls that answer alike whatever becomes of them (security line 6): a refusal is kept, an outage is not. */
export async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
  }
}
