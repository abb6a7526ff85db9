/**
 * The oldest browsers that the web runs in. Families still use devices that get no newer ones: iPads of 2014
 * with iPadOS 15, Android 6, and Windows 7 (Chrome 109, Firefox 115). The build makes scripts and styles for
 * them. The type check knows only their functions (`lib` in tsconfig.json). A page in an older browser names
 * them.
 */
export const oldestBrowsers = { safari: "15.4", chrome: "106", firefox: "115" };
