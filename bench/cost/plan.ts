/** The messages between the processes of this bench. */

/** Processor time, statements and bytes that were spent, so far or on one thing. */
export interface Spent {
  /** Processor time of the service and its media worker, in milliseconds. */
  readonly oursMs: number
  /** Processor time of PostgreSQL, in milliseconds. */
  readonly postgresMs: number
  readonly statements: number
  /** Bytes to and from the database. */
  readonly databaseBytes: number
  /** Bytes to and from networks and receivers of webhooks. */
  readonly outsideBytes: number
}

/** A request: `work` does everything due, `read` only reads what was spent. */
export type Ask = 'work' | 'read'

export interface Answer {
  readonly url: string
  /** For `work` that of this work, else of the process so far. */
  readonly spent: Spent
  /** The number of posts that were due. */
  readonly found: number
  readonly statements: readonly (readonly [string, number])[]
}
