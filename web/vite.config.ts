import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { type Connect, defineConfig, type Plugin, runnerImport } from "vite";
import { type Brand, brandFrom } from "../contracts/values/brand.ts";
import { withBrand } from "../contracts/values/brand-in-page.ts";
import { oldestBrowsers } from "./oldest-browsers.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The paths that the gateway answers itself. `npm run dev` sets the gateway's URL. */
const behindGateway = "^/(api(?!/docs$)|mailbox|player|healthz|readyz|metrics)([/?]|$)";
const gateway = { target: process.env.GATEWAY_URL ?? "http://localhost:8080" };

/** Answers deep links of either app with that app's page, as the gateway does in production. */
const pageOf = (url: string): string | undefined => {
  const path = url.split(/[?#]/, 1)[0] ?? "/";
  if (new RegExp(behindGateway).test(path) || path.startsWith("/@") || path.startsWith("/assets/"))
    return undefined;
  if (/\.\w+$/.test(path) || path.startsWith("/node_modules/")) return undefined;
  if (path === "/api/docs") return "/api-docs/index.html";
  return /^\/admin(\/|$)/.test(path) ? "/admin/index.html" : "/index.html";
};

const twoApps = (): Plugin => {
  const rewrite: Connect.NextHandleFunction = (request, _response, next) => {
    const page = pageOf(request.url ?? "/");
    if (page !== undefined) request.url = page;
    next();
  };
  return {
    name: "two-apps",
    configureServer: ({ middlewares }) => void middlewares.use(rewrite),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(rewrite),
  };
};

/**
 * Writes `name.js.br` next to `name.js`, with the strongest compression. The gateway sends it to browsers
 * that accept it.
 */
const compressed = (): Plugin => ({
  name: "compressed",
  apply: "build",
  writeBundle({ dir = here("dist") }, bundle) {
    for (const [name, output] of Object.entries(bundle)) {
      if (!/\.(js|css|svg)$/.test(name)) continue;
      const content = output.type === "chunk" ? output.code : output.source;
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
    }
  },
});

/** The text of a page whose app can't start, with the oldest browsers. */
const noStart = (app: string): string =>
  Object.entries({ app, ...oldestBrowsers }).reduce(
    (text, [name, value]) => text.replaceAll(`{{${name}}}`, value),
    readFileSync(here("./no-start.html"), "utf8"),
  );

/**
 * Writes the text about an app that can't start into the pages, and the brand in development. In production
 * the gateway writes the brand, because each installation has its own.
 */
const textsOfPages = (): Plugin => ({
  name: "texts-of-pages",
  transformIndexHtml(page, { server, path }) {
    const app = path.startsWith("/admin/") ? "The back office" : "{{name}}";
    const text = page.replace("{{noStart}}", noStart(app));
    const { API_BASE_URL, ADMIN_RETENTION_DAYS } = process.env;
    const settings = {
      apiBase: API_BASE_URL,
      adminRetentionDays: ADMIN_RETENTION_DAYS ? Number(ADMIN_RETENTION_DAYS) : undefined,
    };
    return server ? withBrand(text, brandFrom(process.env), settings) : text;
  },
});

/** A brand whose texts are their own placeholders, which the gateway replaces. */
const placeholders: Brand = {
  name: "{{name}}",
  supportEmail: "{{supportEmail}}",
  supportPhone: "{{supportPhone}}",
  supportHours: "{{supportHours}}",
};

interface PrerenderModule {
  prerendered(path: string, brand: Brand): Promise<{ title: string; body: string }>;
}

/**
 * Writes the markup of the landing page and of the age check into the landing page, which so shows before the app
 * has arrived.
 */
const prerenderedLanding = (): Plugin => ({
  name: "prerendered-landing",
  apply: "build",
  async transformIndexHtml(page, { path }) {
    if (path !== "/landing/index.html") return page;
    const file = here("./src/consumer/landing/prerendered.tsx");
    const { module } = await runnerImport<PrerenderModule>(file, {
      root: here("."),
      configFile: false,
      oxc: { jsx: { runtime: "automatic" } },
    });
    const landing = await module.prerendered("/", placeholders);
    const ageCheck = await module.prerendered("/verify-age", placeholders);
    return page
      .replace("{{landingTitle}}", () => landing.title)
      .replace("{{landing}}", () => landing.body)
      .replace("{{ageCheckTitle}}", () => ageCheck.title)
      .replace("{{ageCheck}}", () => ageCheck.body);
  },
});

const { safari, chrome, firefox } = oldestBrowsers;

/** A changed component is replaced in the open page and keeps its state. */
const hotReload = (): Plugin[] => react().map((plugin) => ({ ...plugin, apply: "serve" }));

/** The files of the build, each with its modules and their imports. An earlier group takes a module first. */
const groupsOfFiles = Object.entries({
  libraries:
    /node_modules[\\/](react|react-dom|scheduler|react-router|cookie|@reduxjs|immer|react-redux|reselect|redux|redux-thunk|use-sync-external-store)[\\/]/,
  // The landing page needs these before the app.
  start:
    /preload-helper|modulepreload-polyfill|src[\\/]app[\\/]([\w-]+[\\/])?(chunk|kept-values|not-loaded|observable|page-loads|safe-storage|when-idle)\.ts$|contracts[\\/](values[\\/](limits|roles)|routes[\\/]callers)\.ts$/,
  screens:
    /src[\\/](consumer[\\/](screens|registration[\\/]birth-date)|app[\\/]audience[\\/]consumer-audience)\.ts$/,
  // Both apps need these for each of their screens.
  frame:
    /src[\\/](app[\\/]([\w-]+[\\/])?(app-root|app-hooks|load-later|screens|session-guards|store)|artwork[\\/]wordmark|ui[\\/]([\w-]+[\\/])?(button|button-link|contact-offer|empty-state|icon|loader|skeleton|toasts))\.tsx?$/,
  // Both apps need these, mostly for their forms.
  forms:
    /src[\\/](forms[\\/](address-field|new-password|use-action|use-form)|ui[\\/](form-fields|pin-field|messages[\\/]banner)|app[\\/](human-check|guards[\\/]cookie-trouble|download|api[\\/]public-settings))|contracts[\\/]values[\\/](dates|pin-code|settings)\.ts/,
  modal: /src[\\/]ui[\\/]dialog[\\/]/,
  "device-names": /contracts[\\/]devices[\\/]device-description/,
  "site-frame": /src[\\/](artwork[\\/]|consumer[\\/](site|layout[\\/]|landing[\\/]landing-page))/,
  registration:
    /src[\\/]consumer[\\/](forms[\\/]|registration[\\/]|account[\\/](?!account-settings\.|login-page))/,
  "sign-in": /src[\\/]consumer[\\/](passwords[\\/]|account[\\/]login-page)/,
  ornaments: /src[\\/]consumer[\\/](account[\\/]account-settings\.|added|ornaments|pin-entry|watching)/,
  devices: /src[\\/]consumer[\\/]devices[\\/]/,
  dialogs: /src[\\/]consumer[\\/]dialogs[\\/](?!legal)/,
  // Few people read these long texts.
  legal: /src[\\/]consumer[\\/]dialogs[\\/]legal/,
}).map(([name, test], place, { length }) => ({ name, test, priority: length - place }));

export default defineConfig({
  root: here("."),
  appType: "mpa",
  plugins: [twoApps(), textsOfPages(), prerenderedLanding(), compressed(), hotReload()],
  oxc: { jsx: { runtime: "automatic" } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: [`safari${safari}`, `ios${safari}`, `chrome${chrome}`, `edge${chrome}`, `firefox${firefox}`],
    // Nothing is inlined as a data: URL, so that the content security policy can stay narrow.
    assetsInlineLimit: 0,
    // The API's page is one file of 1.6 MB, most of it Swagger UI, and only who reads it loads it.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // React's server directives in packages mean nothing here.
      onLog: (level, log, report) => void (log.code !== "MODULE_LEVEL_DIRECTIVE" && report(level, log)),
      checks: { pluginTimings: false },
      // Each file costs a request, and few files compress better than many: one for each flow of the consumer
      // site. The libraries are one file, which an update of the product doesn't load again.
      output: { codeSplitting: { groups: groupsOfFiles } },
      input: {
        landing: here("./landing/index.html"),
        consumer: here("./index.html"),
        admin: here("./admin/index.html"),
        apiDocs: here("./api-docs/index.html"),
      },
    },
  },
  css: {
    preprocessorOptions: {
      scss: {
        // Bootstrap 5.3 still uses Sass' older syntax.
        quietDeps: true,
        silenceDeprecations: ["import", "global-builtin", "color-functions", "if-function"],
      },
    },
  },
  server: { proxy: { [behindGateway]: gateway } },
  preview: { proxy: { [behindGateway]: gateway } },
});
