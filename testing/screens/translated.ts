import type { Page } from "playwright";

/**
 * From the next page load on, the page is translated as Chrome does it: `<font><font>` with the translation
 * replaces each text node, also of what appears later. The translation is the text itself. A text that the
 * page then changes in its replaced node, so that nobody sees the change, is an error of the page.
 */
export const translate = (page: Page) =>
  page.addInitScript(`(() => {
    const left = "font, script, style, textarea, noscript, title";
    const shown = new Map();
    const translateText = (text) => {
      if (!/\\w/.test(text.data) || !text.parentElement || text.parentElement.closest(left)) return;
      const font = document.createElement("font");
      font.append(document.createElement("font"));
      font.firstChild.append(text.data);
      text.replaceWith(font);
      shown.set(text, font);
      replaced.observe(text, { characterData: true });
    };
    const translateAll = (node) => {
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const found = node.nodeType === Node.TEXT_NODE ? [node] : [];
      while (texts.nextNode()) found.push(texts.currentNode);
      for (const text of found) translateText(text);
    };
    const replaced = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const { isConnected, textContent } = shown.get(target);
        if (isConnected && textContent !== target.data)
          reportError(new Error("A translated page still shows “" + textContent + "” for “" + target.data + "”"));
      }
    });
    addEventListener("DOMContentLoaded", () => {
      translateAll(document.body);
      new MutationObserver((changes) => {
        for (const { addedNodes, target, type } of changes)
          for (const node of type === "characterData" ? [target] : addedNodes) if (node.isConnected) translateAll(node);
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  })()`);
