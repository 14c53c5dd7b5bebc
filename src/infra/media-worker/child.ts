import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import process from 'node:process'
import { examine } from './examine/examine.ts'
import { fit } from './fit/fit.ts'
import { type FromChild, type Job, tooMuchMemory } from './messages.ts'

/**
 * The child process that decodes untrusted files. It has nothing worth stealing: no secrets, and no connection except
 * to its parent. It exits when that connection ends, and when it uses more memory than allowed.
 */
const maxRssBytes = Number(process.argv[2])
const watchMs = 50

// The service's requests take precedence.
setPriority(constants.priority.PRIORITY_LOW)

setInterval(() => {
  if (process.memoryUsage.rss() > maxRssBytes) process.exit(tooMuchMemory)
}, watchMs).unref()

const say = (message: FromChild): void => {
  process.send?.(message)
}

// Only the parent sends messages, and it sends nothing but jobs.
process.on('message', (message) => void work(message as Job))
process.once('disconnect', () => process.exit(0))

async function work(job: Job): Promise<void> {
  try {
    const result = job.kind === 'fit' ? await fit(job) : await examine(job, (kind) => say({ says: 'sees', kind }))
    say({ says: 'done', result })
    // The process ends by being killed, so its compile cache is saved now for the next one, if Node has a cache folder.
    flushCompileCache()
  } catch (error) {
    say({ says: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
