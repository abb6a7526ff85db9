/** Stylesheets that were not there when a chunk failed. */
const missing = new Set<HTMLLinkElement>();

/** Notes the stylesheets that have not been loaded. The build's code asks for each of them only once, also after a failure. */
export function noteMissingStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
    if (link.sheet === null) missing.add(link);
}

/** Asks again for the stylesheets that were missing, so that no screen opens without its styles. */
export async function loadMissingStyles(): Promise<void> {
  await Promise.all([...missing].map(loadAgain));
}

function loadAgain(link: HTMLLinkElement): Promise<void> | undefined {
  missing.delete(link);
  // It was only late.
  if (link.sheet !== null || !link.isConnected) return undefined;
  return new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.onload = () => resolve();
    again.onerror = () => {
      missing.add(again);
      reject(new Error(`${link.href} could not be loaded`));
    };
    link.after(again);
  });
}
