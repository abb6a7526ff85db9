// Says why the app can't start, instead of leaving the page blank. It runs before the app, also in browsers that can't read the app's
// scripts, so it uses nothing newer than ES5. The text is the page's own <noscript>: where scripts run, its content is plain text.
(function () {
  var root = document.getElementById("root");

  function explain(reason) {
    if (root.firstChild) return;
    root.innerHTML = document.getElementById("no-start").textContent;
    Array.prototype.forEach.call(root.querySelectorAll("[data-when]"), function (text) {
      text.hidden = text.getAttribute("data-when").split(" ").indexOf(reason) < 0;
    });
  }

  // What the app needs and the build can't add. The versions in the text are the first ones that have all of it.
  var isSupported =
    "noModule" in document.createElement("script") &&
    "hasOwn" in Object &&
    "at" in Array.prototype &&
    "CSS" in window &&
    CSS.supports("inset", "0");

  if (!isSupported) {
    explain("old");
    // The app doesn't find its place, so that it doesn't replace the text with half a screen.
    root.removeAttribute("id");
  }

  // If the app starts after all, it replaces the text.
  window.addEventListener(
    "error",
    function (event) {
      if (event.target === window || event.target.tagName === "SCRIPT") explain("failed");
    },
    true
  );
})();
