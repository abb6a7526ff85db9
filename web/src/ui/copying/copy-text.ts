/** Copies a text, even on a plain http page, which has no clipboard. `false` if it can't be copied. */
export async function copyText(text: string): Promise<boolean> {
  // Not every page has a clipboard, whatever its type says.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  try {
    if (clipboard) {
      await clipboard.writeText(text);
      return true;
    }
  } catch {
    // The browser doesn't allow it here. The older API may still work.
  }
  return copySelected(text);
}

/** Copies through a selection. The focus stays, so that a dialog doesn't pull it back. */
function copySelected(text: string): boolean {
  const selection = document.getSelection();
  if (!selection) return false;
  const before = Array.from({ length: selection.rangeCount }, (_, place) => selection.getRangeAt(place));
  const source = document.createElement("span");
  source.textContent = text;
  source.style.cssText =
    "position: fixed; opacity: 0; white-space: pre; user-select: text; -webkit-user-select: text";
  document.body.append(source);
  try {
    selection.removeAllRanges();
    const range = document.createRange();
    range.selectNodeContents(source);
    selection.addRange(range);
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    source.remove();
    selection.removeAllRanges();
    for (const range of before) selection.addRange(range);
  }
}
