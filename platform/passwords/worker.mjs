/**
 * Runs in a worker thread, because bcrypt is slow and must not block requests. Plain JavaScript, so that it
 * also runs without a build.
 */
import { getPriority, setPriority } from "node:os";
import bcrypt from "bcryptjs";

// On Linux this sets the priority of this thread only, so that requests come before password checks. A
// process that was started with a lower priority may not be allowed to raise it.
if (process.platform === "linux" && getPriority() < 10) setPriority(10);

/** @param {{ password: string, cost: number } | { password: string, hash: string }} task */
export default function work(task) {
  return "hash" in task
    ? bcrypt.compareSync(task.password, task.hash)
    : bcrypt.hashSync(task.password, task.cost);
}
