import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import process from 'node:process'
import { examine } from './examine.ts'
import { fit } from './fit.ts'
import { type FromChild, type Job, tooMuchMemory } from './messages.ts'

/**
 * The process that looks at strangers' bytes. It holds nothing worth stealing: no secret, no connection but the one to
 * its parent. It ends when that goes, and when it takes more memory than it may.
 */
const maxRssBytes = Number(process.argv[2])
const watchMs = 50

// Whoever waits for an answer of the service comes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

setInterval(() => {
  if (process.memoryUsage.rss() > maxRssBytes) process.exit(tooMuchMemory)
}, watchMs).unref()

const say = (message: FromChild): void => {
  process.send?.(message)
}

// The parent is the only one who sends, and it sends nothing but jobs.
process.on('message', (message) => void work(message as Job))
process.once('disconnect', () => process.exit(0))

async function work(job: Job): Promise<void> {
  try {
    const result = job.kind === 'fit' ? await fit(job) : await examine(job, (kind) => say({ says: 'sees', kind }))
    say({ says: 'done', result })
    // Its end is being killed; what it has compiled by now is kept for the next one, where Node was told to keep such.
    flushCompileCache()
  } catch (error) {
    say({ says: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
