// Says why the app can't start, instead of leaving the page blank. It runs before the app, and in browsers
// that can't read the app's scripts, so it is written in ES5. Where scripts run, the content of the page's
// <noscript> is its text.
(function () {
  function explain(reason) {
    var root = document.getElementById("root");
    // The app has started, or the reason is already shown.
    if (!root || (root.firstChild && !root.hasAttribute("data-prerendered"))) return;
    root.removeAttribute("data-prerendered");
    root.innerHTML = document.getElementById("no-start").textContent;
    Array.prototype.forEach.call(root.querySelectorAll("[data-when]"), function (text) {
      text.hidden = text.getAttribute("data-when").split(" ").indexOf(reason) < 0;
    });
    // Without its root the app can't replace the text with half a screen.
    if (reason === "old") root.removeAttribute("id");
  }

  // Features that the app needs and the build can't add. The versions in the text are the first that have all
  // of them.
  var isSupported =
    "noModule" in document.createElement("script") &&
    "hasOwn" in Object &&
    "at" in Array.prototype &&
    "CSS" in window &&
    CSS.supports("inset", "0");

  // The whole page is parsed, and the app's script has not run yet.
  document.addEventListener("readystatechange", function () {
    if (!isSupported && document.readyState === "interactive") explain("old");
  });

  // An app that starts after all replaces the text.
  window.addEventListener(
    "error",
    function (event) {
      // Errors of browser extensions don't count.
      var file = String(event.filename);
      var isOurs = file.indexOf(location.origin) === 0 && file.indexOf("/assets/") > 0;
      if (event.target === window ? isOurs : event.target.tagName === "SCRIPT") explain("failed");
    },
    true
  );

  // A visitor who may be signed in is redirected, so the landing page would only flash.
  try {
    if (localStorage.getItem("tokenUser") !== null) document.documentElement.className = "o-returning";
  } catch (_storageIsBlocked) {}
})();
