import { createFairLine, type FairLine } from '#infra/fair-line.ts'

/**
 * Before the files that are fetched from elsewhere: a server that keeps silent holds a place for half a minute, so one
 * owner has a few of them at once and never all.
 */
export const createImportLine = (): FairLine => createFairLine({ places: 48, placesOfOne: 4, waitingMax: 256 })
