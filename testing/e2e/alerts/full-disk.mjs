/** Loaded into a product: its disk has no space left while the file of FULL_DISK exists. */
import { existsSync, promises } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { statfs } = promises;
promises.statfs = async (...of) => {
  const found = await statfs(...of);
  return existsSync(process.env.FULL_DISK) ? { ...found, bavail: 0 } : found;
};
syncBuiltinESMExports();
