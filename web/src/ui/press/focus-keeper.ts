const pressable = "button, a[href], summary, input[type=checkbox], input[type=radio], input[type=file]";
const focusable = `${pressable}, input, select, textarea, [tabindex]`;
const trailLength = 20;
/** The time in milliseconds in which a new screen may set the focus itself. */
const graceMs = 50;

const nothingHasFocus = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Keeps the focus from falling back to the page as a whole, where keyboard and screen reader start again at
 * the top. A pressed element gets the focus in every browser, so that a dialog can return it: Safari gives it
 * to no button, link or checkbox. When the focused element is removed, an element around it gets the focus.
 */
export function keepFocus(): void {
  const trail = new FocusTrail();
  document.addEventListener("click", focusWhatIsPressed, true);
  document.addEventListener("focusin", ({ target }) => target instanceof HTMLElement && trail.enter(target));
  document.addEventListener("focusout", ({ target }) => {
    // Some browsers also fire this for an element that is being removed.
    queueMicrotask(() => target instanceof HTMLElement && target.isConnected && trail.leave(target));
  });
  new MutationObserver(() => {
    if (!trail.isLost()) return;
    setTimeout(() => {
      if (trail.isLost()) trail.nearest()?.focus({ preventScroll: true });
    }, graceMs);
  }).observe(document.body, { childList: true, subtree: true });
}

function focusWhatIsPressed({ target, isTrusted }: MouseEvent): void {
  const pressed = target instanceof Element ? target.closest<HTMLElement>(pressable) : null;
  if (!isTrusted || !pressed || pressed.contains(document.activeElement)) return;
  // Enter in a field clicks the submit button: the field keeps the focus.
  const { form, type } = pressed as Partial<HTMLButtonElement>;
  if (type === "submit" && form?.contains(document.activeElement)) return;
  pressed.focus({ preventScroll: true, focusVisible: false });
}

/** The focused element, the elements around it, and the elements that had the focus before. */
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

  /** Whether no other element got the focus, as after a click on an empty part of the page. */
  leave(holder: HTMLElement): void {
    if (holder === this.#holder && nothingHasFocus()) this.#holder = undefined;
  }

  /** Whether the focused element was removed and nothing else has the focus. */
  isLost(): boolean {
    return this.#holder !== undefined && !this.#holder.isConnected && nothingHasFocus();
  }

  nearest(): HTMLElement | null {
    const shown = this.#places.find((place) => place.isConnected && place.getClientRects().length > 0);
    return shown ?? document.querySelector("main");
  }
}
