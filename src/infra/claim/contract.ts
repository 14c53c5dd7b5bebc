import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'

export interface ClaimOptions {
  readonly lanes: LaneTable
  readonly due: DueTable
  /** The claiming process: the node and its boot, so that the lanes of a dead predecessor can be recognized. */
  readonly holder: string
  /**
   * A condition on the database as a whole, evaluated in the claim's own statement. While it is false, nothing is
   * claimed.
   */
  readonly onlyIf?: (() => RawBuilder<boolean>) | undefined
}

/** Names of tables and columns, as the database spells them. They come from code, never from a request. */
export interface LaneTable {
  readonly table: string
  readonly key?: string
  /**
   * Additional columns with the earliest time at which a lane may be claimed, such as the end of a park or of a gap.
   */
  readonly notBefore?: readonly string[]
}

export interface DueTable {
  readonly table: string
  /** The column that names the lane. */
  readonly lane: string
  /** The column with the due time. A null value means that nothing is due. */
  readonly dueAt: string
  /**
   * The column that groups lanes. Each group has a separate number of places, so a group that hangs fills only its own.
   */
  readonly group?: string
  /**
   * True if one lane may have tens of thousands of rows due for hours. Lanes with work are then looked up one by one in
   * an index that begins with the lane, so a claim costs the same no matter how much is waiting. Cannot be combined
   * with groups.
   */
  readonly deep?: boolean
  /** The column that orders rows that became due at the same time. */
  readonly tie?: string
}

export interface Lane {
  readonly id: string
  /** The group of the lane's due rows; null without groups. */
  readonly group: string | null
  readonly fence: number
  readonly leaseUntil: Date
}

/** Proof of ownership of a lane: the next claim of the lane has a higher fencing token. */
export type LaneKey = Pick<Lane, 'id' | 'fence'>

/** A lane whose lease must last for at least `leastMs` more. */
export type HeldFor = LaneKey & { readonly leastMs?: number }

export interface Overdue {
  readonly lane: string
  /** The time when the lane could first have been claimed. */
  readonly since: Date
  readonly waitedMs: number
}

export interface Claim {
  readonly name: string
  /** Selects when the first row is due, if it is due by the given time; in these groups, if there are groups. */
  firstDue(by: RawBuilder<Date>, groups?: readonly string[]): RawBuilder<Date | null>
  /**
   * Claims free lanes with due work, most overdue first. `room` is the number of free places of each group, if there
   * are groups.
   */
  claim(db: Db, options: { readonly lanes: number; readonly room?: Readonly<Record<string, number>> }): Promise<Lane[]>
  /**
   * Renews leases that are still valid, in one statement. Lanes in `lost` no longer belong to this process: stop work
   * on them.
   */
  beat(
    db: Db,
    lanes: readonly LaneKey[],
  ): Promise<{ readonly kept: ReadonlySet<string>; readonly lost: readonly LaneKey[] }>
  /** Releases lanes immediately. A lane that this process has lost is unchanged. */
  release(db: Db, lanes: readonly LaneKey[]): Promise<void>
  /** Releases all lanes of a holder known to be dead. */
  releaseAllOf(db: Db, holder: string): Promise<number>
  /**
   * Returns a condition for a worker's write: false if the lane is lost or its lease ends too soon. The condition locks
   * the lane against a takeover until the write is committed.
   */
  holds(lane: LaneKey, leastMs?: number): RawBuilder<boolean>
  /** Returns a query for the keys, as `id`, of the lanes for which that condition is true. */
  held(lanes: readonly HeldFor[]): RawBuilder<unknown>
  /** Returns the same query for a statement that changes the lanes themselves. */
  heldForChange(lanes: readonly HeldFor[]): RawBuilder<unknown>
  /** Evaluates the condition, for work that takes more than one statement. */
  stillHolds(tx: Tx, lane: LaneKey, leastMs?: number): Promise<boolean>
  /**
   * Finds work that has been due on a free lane for this long: no process is claiming, or a claim cannot see the row.
   * Null means that all is well.
   */
  overdue(db: Db, overdueMs: number): Promise<Overdue | null>
}
