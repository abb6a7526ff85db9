/** Serves the pages of both sites with Vite, which reloads changed ones. Other requests go to the gateway. */
import { resolve } from "node:path";
import { createServer } from "vite";

const behindGateway = /^\/(api|mailbox|player|healthz|readyz|metrics)([/?]|$)/;

/**
 * @param gatewayUrl the gateway's URL
 * @param serving resolves to whether the services run; calls wait for it
 */
export async function startWeb({ port, gatewayUrl, serving }) {
  process.env.GATEWAY_URL = gatewayUrl;
  const waitForServices = {
    name: "wait-for-services",
    enforce: "pre",
    configureServer: ({ middlewares }) =>
      void middlewares.use(async (request, response, next) => {
        if (!behindGateway.test(request.url ?? "") || (await serving())) return next();
        response.statusCode = 503;
        response.end("The services are not running; the terminal says why.\n");
      }),
  };
  const server = await createServer({
    configFile: resolve("web/vite.config.ts"),
    cacheDir: resolve("node_modules/.cache/vite"),
    clearScreen: false,
    plugins: [waitForServices],
    server: { host: "127.0.0.1", port, strictPort: true },
  });
  try {
    return await server.listen();
  } catch (error) {
    await server.close();
    throw /already in use/.test(error.message)
      ? new Error(`PORT ${port} is taken by another program; choose another with PORT=…`)
      : error;
  }
}
