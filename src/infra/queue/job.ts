/**
 * A kind of work, as data. Its handler is registered in `app/jobs/job-handlers.ts`, so that code that enqueues work need not know
 * the handler.
 */
export interface Job<Data extends object = never> {
  readonly name: string
  /** The number of retries after the first attempt. */
  readonly retries: number
  /** The wait before each retry, in whole seconds; the last one applies to all that follow. */
  readonly retryDelaysMs: readonly number[]
  /** An attempt that takes longer is aborted. */
  readonly expireAfterMs: number
  /**
   * A type marker that is never set. It lets the compiler match data and job; every job is assignable to a plain `Job`.
   */
  readonly takes?: (data: Data) => void
}

interface JobContext {
  /** The same for all attempts. */
  readonly id: string
  /** Aborted if the attempt has run too long, if another worker has taken the job, or if the process stops. */
  readonly signal: AbortSignal
  /** 1 for the first attempt. */
  readonly attempt: number
}

/** Jobs are delivered at least once: a handler that is killed halfway runs again, so it must be repeatable. */
type Handler<Data extends object> = (data: Data, context: JobContext) => Promise<void>

export interface Handled {
  readonly job: Job
  readonly handler: Handler<object>
}

const defaults = { retries: 5, retryDelaysMs: [5_000, 30_000, 120_000, 600_000], expireAfterMs: 5 * 60_000 }

export function defineJob<Data extends object>(
  name: string,
  options: Partial<Omit<Job<Data>, 'name' | 'takes'>> = {},
): Job<Data> {
  const job = { name, ...defaults, ...options }
  if (!/^[a-z][a-z0-9.-]{0,79}$/.test(name)) {
    throw new Error(
      `"${name}" is not a valid job name; use lowercase letters, digits, dots and hyphens, such as mail.send.`,
    )
  }
  if (job.retryDelaysMs.length === 0 || job.retryDelaysMs.some((ms) => ms < 0 || ms % 1_000 !== 0)) {
    throw new Error(`The retry delays of the job ${name} must be whole seconds, at least one, such as [5_000, 60_000].`)
  }
  return job
}

export function handle<Data extends object>(job: Job<Data>, handler: Handler<Data>): Handled {
  // The pair is typed where it is created. From here on, a job's data is whatever was stored for it.
  return { job, handler: handler as Handler<object> }
}

/** Returns the wait after the given attempt (1 is the first) has failed. */
export function retryDelayMs(job: Job, attempt: number): number {
  return job.retryDelaysMs[Math.min(attempt, job.retryDelaysMs.length) - 1] ?? 0
}
