import { fittingValues, keepValues, keptValues } from "../../app/browser-storage/kept-values.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { birthDateForm } from "../registration/birth-date.ts";

interface Screen {
  title: string;
  /** The elements of the screen while it isn't shown. */
  elements: DocumentFragment;
}

/** The landing page and the age check before the app takes one of them over. They share the app's root. */
export interface PrerenderedScreens {
  has(path: string): boolean;
  /** Shows a screen as the app would: with its title, from its top, and with the focus on its content. */
  show(path: string): void;
}

/** `undefined` if the page has no prerendered screens, as in development. */
export function prerenderedScreens(): PrerenderedScreens | undefined {
  const root = document.getElementById("root");
  const ageCheck = document.querySelector<HTMLTemplateElement>("#age-check");
  if (!root || !ageCheck) return undefined;
  addYearsSince(ageCheck.content);
  const screens = new Map<string, Screen>([
    ["/", { title: document.title, elements: document.createDocumentFragment() }],
    ["/verify-age", { title: ageCheck.dataset.title ?? "", elements: ageCheck.content }],
  ]);
  let shown = "/";
  root.addEventListener("change", () => keepBirthDate(root));
  return {
    has: (path) => screens.has(path),
    show(path) {
      const [before, next] = [screens.get(shown), screens.get(path)];
      if (!before || !next || before === next) return;
      before.elements.append(...root.childNodes);
      root.append(next.elements);
      shown = path;
      document.title = next.title;
      window.scrollTo(0, 0);
      fillInBirthDate(root);
      document.getElementById("content")?.focus({ preventScroll: true });
    },
  };
}

const noBirthDate = { month: "", year: "" };
const selectsIn = (root: HTMLElement) => [...root.querySelectorAll("select")];

/** The app begins with the kept values, so that it knows what is shown. */
const keepBirthDate = (root: HTMLElement) =>
  keepValues(
    sessionStore,
    birthDateForm,
    Object.fromEntries(selectsIn(root).map(({ name, value }) => [name, value])),
  );

function fillInBirthDate(root: HTMLElement): void {
  const kept = fittingValues(noBirthDate, keptValues(sessionStore, birthDateForm));
  for (const select of selectsIn(root)) select.value = kept[select.name as keyof typeof kept];
}

/** The build is possibly from an earlier year than the visit. */
function addYearsSince(ageCheck: DocumentFragment): void {
  const years = ageCheck.querySelector<HTMLSelectElement>("select[name=year]");
  const [placeholder, latest] = years?.options ?? [];
  if (!placeholder || !latest) return;
  for (let year = Number(latest.value) + 1; year <= new Date().getFullYear(); year += 1)
    placeholder.after(new Option(String(year), String(year)));
}
