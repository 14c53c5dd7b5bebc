/**
 * The oldest browsers in which the web app works: Safari 17, the older Firefox ESR that Mozilla maintains, and Chromium
 * of the last two years. README.md names them, the build lowers syntax for them, and test/web/browsers/ tests the built
 * pages against them.
 */
export const oldestBrowsers = { chrome: 131, edge: 131, firefox: 140, safari: 17, ios: 17 } as const
