import { type AddressInfo, createServer } from "node:net";
import { ConfigError } from "@ornament/platform/config/read-config";

/**
 * Occupies the product's port until the gateway listens on it, so that no other program or part of the
 * product gets the port while the parts start. 0 lets the system choose a port.
 */
export async function holdPort(host: string, port: number) {
  const holder = createServer((caller) => caller.destroy());
  await new Promise<void>((resolve, reject) => {
    holder.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigError(
          error.code === "EADDRINUSE"
            ? `PORT ${port} is taken by another program; choose another with PORT=…`
            : `PORT ${port} on ${host} cannot be used: ${error.message}`,
        ),
      ),
    );
    holder.listen(port, host, resolve);
  });
  const { port: found } = holder.address() as AddressInfo;
  return { port: found, stop: () => new Promise<void>((resolve) => holder.close(() => resolve())) };
}
