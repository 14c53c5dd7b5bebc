import { hours, minutes, seconds } from '#kernel/clock.ts'

/** The validity of an upload URL. */
export const uploadLinkMs = minutes(15)

/** The time that unfinished files and unused uploads are kept. */
export const unsettledKeptMs = hours(24)

/** The maximum validity of a URL for reading a file. */
export const proxyLinkMs = hours(24)

/** The time limit for fetching a whole file from another server. */
export const importMs = seconds(30)

/** The thumbnail of a file: sharp at 64 CSS pixels on a display with three device pixels each. */
export const thumbnailRule = { formats: ['image/webp'], maxWidth: 192, maxHeight: 192, maxBytes: 65_536 } as const

/** An image as a preview shows it. */
export const previewRule = { maxWidth: 1_600, maxHeight: 1_600 } as const

export const redirectsMax = 3
export const presignedAtOnceMax = 50
/** The maximum number of unused upload URLs of one owner. A bucket accepts a file there before we examine it. */
export const openUploadsMax = 500
export const tagsMax = 20
export const tagLengthMax = 100
export const altTextLengthMax = 2_000
export const fileNameLengthMax = 200
