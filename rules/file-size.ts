/** The maximum size of a file: 500 MB. */
export const mediaMaxBytes = 524_288_000
/** The maximum size of a table that posts are imported from. */
export const tableMaxBytes = 5 * 1024 * 1024
