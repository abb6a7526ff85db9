/** Runs in a worker thread: bcrypt takes long and must not hold up requests. Plain JavaScript, so that it runs unbuilt too. */
import { getPriority, setPriority } from "node:os";
import bcrypt from "bcryptjs";

// On Linux this is the priority of the calling thread alone: requests come before password checks. Whoever started this program with
// a lower one has done the same, and then may not be allowed to raise it.
if (process.platform === "linux" && getPriority() < 5) setPriority(5);

/** @param {{ password: string, cost: number } | { password: string, hash: string }} task */
export default function work(task) {
  return "hash" in task
    ? bcrypt.compareSync(task.password, task.hash)
    : bcrypt.hashSync(task.password, task.cost);
}
