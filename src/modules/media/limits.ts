import { hours, minutes, seconds } from '#kernel/clock.ts'

/** 500 MB. */
export const mediaMaxBytes = 524_288_000

/** How long an address for putting a file stands. */
export const uploadLinkMs = minutes(15)

/** How long whatever began and never ended is kept, and the promise of a place. */
export const unsettledKeptMs = hours(24)

/** How long an address for reading a file is good at the most. */
export const proxyLinkMs = hours(24)

/** For the whole of a file that is fetched from elsewhere. */
export const importMs = seconds(30)

export const redirectsMax = 3
export const presignedAtOnceMax = 50
/** Promised places of one owner that nothing has come to yet. A bucket takes a file there before we have seen it. */
export const openPlacesMax = 500
export const tagsMax = 20
export const tagLengthMax = 50
export const altTextLengthMax = 2_000
export const fileNameLengthMax = 200
