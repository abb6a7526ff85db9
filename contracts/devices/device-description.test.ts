import { expect, test } from "@jest/globals";
import { describeDevice, kindOfDevice } from "./device-description.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (PlayStation 4 3.11) AppleWebKit/537.73 (KHTML, like Gecko)", "PlayStation 4"],
  [
    "Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15",
    "Safari on PlayStation 5",
  ],
  [
    "Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/606.4 (KHTML, like Gecko) NF/6.0.1.15.4 NintendoBrowser/5.1.0",
    "Safari on Nintendo Switch",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) ${webkit} Chrome/48.0.2564.82 Safari/537.36 Edge/20.02`,
    "Microsoft Edge on Xbox",
  ],
  ["Roku/DVP-9.10 (519.10E04111A)", "Roku"],
  [
    "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; KFTT) AppleWebKit/534.30 Version/4.0 Safari/534.30",
    "Android Browser",
  ],
  [
    `Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) ${webkit} SamsungBrowser/3.1 Chrome/63.0.3239.84 TV Safari/537.36`,
    "Samsung Internet on Samsung TV",
  ],
  [
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/79.0.3945.79 Safari/537.36 WebAppManager`,
    "WebOS Browser on LG TV",
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64; Quest 3) ${webkit} OculusBrowser/33.0.0.40.36 Chrome/126.0.6478.122 VR Safari/537.36`,
    "Oculus Browser on Quest 3",
  ],
  [
    `Mozilla/5.0 (Linux; Android 12; Quest 2) ${webkit} OculusBrowser/33.0.0.40.36 Chrome/126.0.6478.122 Mobile VR Safari/537.36`,
    "Oculus Browser on Quest 2",
  ],
  [
    `Mozilla/5.0 (X11; Linux armv7l) ${webkit} Chrome/108.0.5359.120 Safari/537.36 CrKey/1.56.500000 DeviceType/Chromecast`,
    "Chrome on Chromecast",
  ],
  [
    `Mozilla/5.0 (Linux; Android 12; Chromecast HD Build/STTL.240508.005) ${webkit} Chrome/120.0.0.0 Safari/537.36`,
    "Chrome on Chromecast",
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/120.0.0.0 Safari/537.36`,
    "Chrome on Chromebook",
  ],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Googlebot"],
  ["<script>alert(1)</script>", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("the description of the user agent %p is %p", (userAgent, description) => {
  expect(describeDevice(userAgent)).toBe(description);
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1", "phone"],
  [`Mozilla/5.0 (Linux; Android 14; SM-S921U) ${webkit} Chrome/130.0.0.0 Mobile Safari/537.36`, "phone"],
  ["Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1", "tablet"],
  [`Mozilla/5.0 (Linux; Android 13; SM-X700) ${webkit} Chrome/120.0.0.0 Safari/537.36`, "tablet"],
  [`Mozilla/5.0 (Linux; Android 9; AFTMM) ${webkit} Silk/108 like Chrome/108 Safari/537.36`, "tv"],
  [`Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) ${webkit} Chrome/63.0.3239.84 TV Safari/537.36`, "tv"],
  [`Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/79.0.3945.79 Safari/537.36`, "tv"],
  ["Mozilla/5.0 (PlayStation 4 3.11) AppleWebKit/537.73 (KHTML, like Gecko)", "tv"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/120.0.0.0 Safari/537.36`, "computer"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, "computer"],
  ...["X11; Linux x86_64; Quest 3", "X11; Linux x86_64; Quest 3S", "Linux; Android 14; Quest Pro"].map(
    (system) => [
      `Mozilla/5.0 (${system}) ${webkit} OculusBrowser/33.0 Chrome/126.0.0.0 VR Safari/537.36`,
      "unknown",
    ],
  ),
  [`Mozilla/5.0 (X11; Linux armv7l) ${webkit} Chrome/108.0.5359.120 Safari/537.36 CrKey/1.56`, "tv"],
  [`Mozilla/5.0 (Linux; Android 12; Chromecast) ${webkit} Chrome/120.0.0.0 Safari/537.36`, "tv"],
  ["<script>alert(1)</script>", "unknown"],
  [null, "unknown"],
])("the kind of the device with the user agent %p is %p", (userAgent, kind) => {
  expect(kindOfDevice(userAgent)).toBe(kind);
});
