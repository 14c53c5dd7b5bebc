interface CronsSearch {
  /** The job whose schedule and runs are open. */
  readonly cron?: string
}

export const readCronsSearch = ({ cron }: Record<string, unknown>): CronsSearch =>
  typeof cron === 'string' && cron !== '' ? { cron } : {}
