/** A disaster of the database, and the end of it. */
export interface Scenario {
  readonly name: string
  /** Brings the disaster. It returns what ends it, once the database takes writes elsewhere. */
  bring(): Promise<() => void | Promise<void>>
  /** True once clients are directed to another server. If omitted, a gap in the writes shows that. */
  readonly isReplaced?: () => Promise<boolean>
  /** Checks an old primary that is still running, before the end. */
  readonly look?: () => Promise<Overlap>
  /** The time after which the disaster is ended in any case; null when the servers have to end it themselves. */
  readonly lastsMs: number | null
}

/** The deeds of a primary that lived on after another one took writes. */
export interface Overlap {
  /** True when it still took itself for the primary; else nothing has been shown. */
  readonly livedOn: boolean
  /** Sessions of the installation that still led to it. */
  readonly sessions: number
  /** Rows that were sent to it after it was cut off, and that it acknowledged. */
  readonly acknowledged: number
  /** Rows that it has ever acknowledged and that the new primary does not have. */
  readonly lost: number
}
