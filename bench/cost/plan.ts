/** The messages between the processes of this bench. */

/** Processor time, statements and bytes used, so far or by one task. */
export interface Spent {
  /** Processor time of the service and its media worker, in milliseconds. */
  readonly oursMs: number
  /** Processor time of PostgreSQL, in milliseconds. */
  readonly postgresMs: number
  readonly statements: number
  /** Bytes to and from the database. */
  readonly databaseBytes: number
  /** Bytes to and from networks and webhook receivers. */
  readonly outsideBytes: number
}

/** A request: `work` does all due work, `read` only reads the resources used. */
export type Ask = 'work' | 'read'

export interface Answer {
  readonly url: string
  /** For `work`, the resources used by this work; otherwise those used by the process so far. */
  readonly spent: Spent
  /** The number of posts that were due. */
  readonly found: number
  readonly statements: readonly (readonly [string, number])[]
}
