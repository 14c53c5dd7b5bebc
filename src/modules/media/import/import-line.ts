import { createFairLine, type FairLine } from '#infra/fair-line/fair-line.ts'
import { seconds } from '#kernel/clock.ts'

const bounds = { places: 48, placesOfOne: 4, waitingMax: 256 } as const

/**
 * Queues imports from other servers. A silent server occupies a place for half a minute, so an owner may have a few
 * places at a time but never all. A caller without a place within ten seconds gets 503 and can try again before the
 * client times out.
 */
export const createImportLine = (waitMaxMs = seconds(10)): FairLine => createFairLine({ ...bounds, waitMaxMs })
