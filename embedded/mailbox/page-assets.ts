import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/** The product's two fonts, by the name of their path. */
export const fonts: Readonly<Record<string, string>> = {
  "inter.woff2": resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
  "fraunces.woff2": resolve("@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2"),
};

const face = (family: string, file: string) =>
  `@font-face { font-family: "${family}"; font-display: swap; font-weight: 100 900; src: url("/mailbox/fonts/${file}") format("woff2"); }`;

/** The mailbox's stylesheet, in the colours of the consumer site. */
export const style = `
${face("Inter Variable", "inter.woff2")}
${face("Fraunces Variable", "fraunces.woff2")}
:root {
  --midnight: #0b1b2b; --pine: #12302a; --snow: #fbf8f1; --gold: #e7b75f; --berry: #b4232f; --line: #d9d2c2; --ink: #14211f; --quiet: #4d5b58;
  --display: "Fraunces Variable", Georgia, serif; color-scheme: light;
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100svh; background: var(--snow); color: var(--ink); font: 1rem/1.5 "Inter Variable", system-ui, sans-serif; }
header {
  padding: max(1rem, env(safe-area-inset-top)) max(1rem, calc(50% - 23rem)) 4.5rem; color: var(--snow);
  background: radial-gradient(50rem 20rem at 50% 120%, #e7b75f52, transparent 72%),
    radial-gradient(40rem 24rem at 88% -8%, #2f69686b, transparent 70%), linear-gradient(178deg, var(--midnight), #0d2533 60%, #17424a);
}
.wordmark { display: inline-flex; align-items: center; gap: .55rem; min-height: 3rem; color: var(--snow); font: 560 1.45rem/1 var(--display); text-decoration: none; }
.back { display: inline-flex; align-items: center; min-height: 3rem; float: right; color: var(--gold); text-underline-offset: .18em; }
h1 { margin: 1rem 0 .25rem; font: 500 clamp(1.7rem, 1.4rem + 1.4vw, 2.3rem)/1.15 var(--display); overflow-wrap: anywhere; text-wrap: balance; }
header p { display: flex; flex-wrap: wrap; column-gap: .75em; margin: 0; color: #d3dcdd; overflow-wrap: anywhere; }
main { width: min(100% - 2rem, 46rem); margin: -3rem auto 0; padding-bottom: 3rem; }
ul, .empty, iframe, pre { border: 0; border-radius: 1.25rem; background: #fff; box-shadow: 0 1px 2px rgb(11 27 43 / 8%), 0 12px 36px rgb(11 27 43 / 14%); }
ul { margin: 0; padding: 0; list-style: none; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: 1fr auto; gap: .1rem 1rem; padding: 1rem 1.25rem; color: inherit; text-decoration: none; }
li a:hover { background: #f6f1e6; }
li strong { font-weight: 600; overflow-wrap: anywhere; }
li span { grid-row: 2; color: var(--quiet); font-size: .95rem; }
b { font-weight: inherit; overflow-wrap: anywhere; }
time { white-space: nowrap; font-variant-numeric: tabular-nums; }
li time { color: var(--quiet); font-size: .9rem; }
.empty { margin: 0; padding: 3.5rem 1.25rem; color: var(--quiet); text-align: center; }
iframe { display: block; width: 100%; height: max(44rem, 70svh); }
pre { margin: 1rem 0 0; padding: 1.25rem; white-space: pre-wrap; overflow-wrap: anywhere; font: .95rem/1.5 ui-monospace, monospace; }
details { margin-top: 1rem; } summary { display: flex; align-items: center; min-height: 3rem; width: fit-content; cursor: pointer; color: var(--quiet); text-decoration: underline; text-underline-offset: .18em; }
:focus-visible { outline: 3px solid var(--pine); outline-offset: 2px; border-radius: .4rem; }
header :focus-visible { outline-color: var(--gold); }
li a:focus-visible { outline-offset: -4px; border-radius: 1rem; }
@media (max-width: 34rem) { li a { grid-template-columns: 1fr; } li span { grid-row: auto; } }
`;

/** Shows times in the reader's time zone, and new mails without a manual reload. */
export const browserScript = `
for (const time of document.querySelectorAll("time"))
  time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

const list = document.getElementById("messages");
if (list) setInterval(async () => {
  const answer = await fetch("/mailbox/api/messages").catch(() => undefined);
  if (!answer?.ok) return;
  const [newest] = await answer.json();
  if ((newest?.id ?? "") !== list.dataset.newest) location.reload();
}, 3000);
`;
