/** The maximum size of a file: 500 MB. */
export const mediaMaxBytes = 524_288_000
