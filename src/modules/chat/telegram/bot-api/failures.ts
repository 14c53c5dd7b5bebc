/** The Bot API refuses a call. The message never contains the address, because the token is in it. */
export class TelegramRefusal extends Error {
  override readonly name = 'TelegramRefusal'
  readonly status: number
  /** The time to wait, where Telegram names one. */
  readonly waitMs: number | null
  /** The number that the group has now, where the call used its former one. */
  readonly migratedTo: number | null

  constructor(
    method: string,
    status: number,
    description: string,
    { waitMs = null, migratedTo = null }: { waitMs?: number | null; migratedTo?: number | null } = {},
  ) {
    super(`Telegram refused ${method}: ${status} ${description}`)
    this.status = status
    this.waitMs = waitMs
    this.migratedTo = migratedTo
  }
}

/** The Bot API server runs in local mode: it names the path of a file on its own machine, and does not serve the file. */
export class FileNotServed extends TelegramRefusal {
  constructor() {
    super('getFile', 400, 'the server runs with --local and serves no files')
  }
}

/** The consequence of a failed call for its chat. */
type Meaning = 'wait' | 'migrated' | 'unreachable' | 'done' | 'refused' | 'later'

/** The wording of descriptions is not part of the Bot API, so statuses and parameters come first. */
export function meaningOf(error: unknown): Meaning {
  if (!(error instanceof TelegramRefusal)) return 'later'
  if (error.status === 429) return 'wait'
  if (error.migratedTo !== null) return 'migrated'
  if (error.status === 403 || /chat not found|CHAT_WRITE_FORBIDDEN|not enough rights to send/i.test(error.message))
    return 'unreachable'
  // The message shows that already, or the button is too old to be answered.
  if (/message is not modified|query is too old|query ID is invalid/i.test(error.message)) return 'done'
  return error.status === 400 || error.status === 413 ? 'refused' : 'later'
}
