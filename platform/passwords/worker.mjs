/** Runs in a worker thread: bcrypt takes long and must not hold up requests. Plain JavaScript, so that it runs unbuilt too. */
import bcrypt from "bcryptjs";

/** @param {{ password: string, cost: number } | { password: string, hash: string }} task */
export default function work(task) {
  return "hash" in task
    ? bcrypt.compareSync(task.password, task.hash)
    : bcrypt.hashSync(task.password, task.cost);
}
