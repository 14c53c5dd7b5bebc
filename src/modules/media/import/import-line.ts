import { createFairLine, type FairLine } from '#infra/fair-line/fair-line.ts'

/**
 * Queues imports from other servers. A silent server holds a place for half a minute, so one owner may have a few
 * places at once and never all.
 */
export const createImportLine = (): FairLine => createFairLine({ places: 48, placesOfOne: 4, waitingMax: 256 })
