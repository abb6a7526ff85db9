const pressable = "button, a[href], summary, input[type=checkbox], input[type=radio], input[type=file]";
const focusable = `${pressable}, input, select, textarea, [tabindex]`;
const trailLength = 20;
/** A new screen places the focus itself, as soon as it is there. */
const patienceMs = 50;

const nobodyHasTheFocus = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Sees to it that the focus never falls to the page as a whole, where a keyboard and a screen reader would begin anew at the top.
 * What is pressed takes the focus in every browser (Safari gives it to no button, link or box): a dialog then knows where to give
 * it back. And where the element that has it goes away, what stood around it takes it.
 */
export function keepFocus(): void {
  const trail = new FocusTrail();
  document.addEventListener("click", focusWhatIsPressed, true);
  document.addEventListener("focusin", ({ target }) => target instanceof HTMLElement && trail.enter(target));
  document.addEventListener("focusout", ({ target }) => {
    // Some browsers say it of an element that is about to go, too.
    queueMicrotask(() => target instanceof HTMLElement && target.isConnected && trail.leave(target));
  });
  new MutationObserver(() => {
    if (!trail.isLost()) return;
    setTimeout(() => {
      if (trail.isLost()) trail.nearest()?.focus({ preventScroll: true });
    }, patienceMs);
  }).observe(document.body, { childList: true, subtree: true });
}

function focusWhatIsPressed({ target, isTrusted }: MouseEvent): void {
  const pressed = target instanceof Element ? target.closest<HTMLElement>(pressable) : null;
  if (!isTrusted || !pressed || pressed.contains(document.activeElement)) return;
  // The field in use keeps the focus: Enter in it presses the button as well.
  const { form, type } = pressed as Partial<HTMLButtonElement>;
  if (type === "submit" && form?.contains(document.activeElement)) return;
  pressed.focus({ preventScroll: true, focusVisible: false });
}

/** What has the focus, what stands around it, and what had it before. */
class FocusTrail {
  #holder: HTMLElement | undefined;
  #places: HTMLElement[] = [];

  enter(holder: HTMLElement): void {
    const places = [holder];
    for (let around = holder.parentElement; around; around = around.parentElement)
      if (around.matches(focusable)) places.push(around);
    const before = this.#places.filter((place) => place.isConnected && !places.includes(place));
    this.#holder = holder;
    this.#places = [...places, ...before].slice(0, trailLength);
  }

  /** The person left it for nothing else, as by a press on an empty part of the page. */
  leave(holder: HTMLElement): void {
    if (holder === this.#holder && nobodyHasTheFocus()) this.#holder = undefined;
  }

  /** Its holder has gone, and nobody has taken it. */
  isLost(): boolean {
    return this.#holder !== undefined && !this.#holder.isConnected && nobodyHasTheFocus();
  }

  nearest(): HTMLElement | null {
    const shown = this.#places.find((place) => place.isConnected && place.getClientRects().length > 0);
    return shown ?? document.querySelector("main");
  }
}
