import { createFairLine, type FairLine } from '#infra/fair-line/fair-line.ts'
import { seconds } from '#kernel/clock.ts'

const bounds = { places: 48, placesOfOne: 4, waitingMax: 256 } as const

/**
 * Queues imports from other servers. A silent server holds a place for half a minute, so one owner may have a few
 * places at once and never all. Who has no place within ten seconds gets 503 and tries again, before their own client
 * stops waiting.
 */
export const createImportLine = (waitMaxMs = seconds(10)): FairLine => createFairLine({ ...bounds, waitMaxMs })
