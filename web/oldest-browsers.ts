/**
 * The oldest browsers that the web runs in. They are the last ones on devices that families still use: iPads of 2014 with iPadOS 15,
 * Android 6, and Windows 7 (Chrome 109, Firefox 115). The build makes scripts and styles for them, its type check knows no newer
 * functions than theirs (`lib` in tsconfig.json), and a page in an older browser names them.
 */
export const oldestBrowsers = { safari: "15.4", chrome: "106", firefox: "115" };
