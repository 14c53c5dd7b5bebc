/** The maximum size of a file: 500 MB. */
export const mediaMaxBytes = 524_288_000
/** The maximum size of a table that posts are imported from. */
export const tableMaxBytes = 5 * 1024 * 1024
/** The maximum size of an uploaded photo of a person or brand. */
export const faceMaxBytes = 10 * 1024 * 1024
