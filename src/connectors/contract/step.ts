import type { Call } from './call.ts'
import type { Failure } from './http.ts'
import type { Outgoing } from './outgoing.ts'

/**
 * One step of a publication. It makes at most one visible change. The engine saves its result under the fence before
 * doing anything else.
 */
export interface Step<Grant, Memo> {
  /**
   * The condition for repeating the step. `safe`: always, since the step is invisible or a repeat changes nothing.
   * `once`: only after `find` has returned `absent`. `forMs`: for this long after the first attempt, because the
   * network recognizes a repeat.
   */
  readonly repeat: 'safe' | 'once' | { readonly forMs: number }
  /** The deadline of one attempt; default 20 s. An attempt begins only under a lease that outlives it. */
  readonly deadlineMs?: number
  /** The limit for the total waiting time of this step ("still transcoding"); default 15 min. */
  readonly patienceMs?: number
  /** The time after the last attempt's deadline from which `absent` counts; default 30 s. */
  readonly settleMs?: number
  /**
   * True if the public can see the step's effect. Implied by `once` and `forMs`. Set it on a `safe` step whose repeat
   * changes nothing (a record under our own key), so that this step, too, begins with an intent. From then on the
   * publication cannot be cancelled, and a failure does not claim that nothing was published.
   */
  readonly shows?: true
  /**
   * The step that prepares this step's request, for a request that contains the current time. After a wait the engine
   * runs that step again first. While an earlier attempt may have arrived, the engine sends the same request again
   * unchanged.
   */
  readonly preparedBy?: string
  /** True if the step runs after the post is published: a failure is then only a warning. */
  readonly optional?: true
  run(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Next<Memo>>
  find?(call: Call<Grant>, post: Outgoing, memo: Memo, doubt: Doubt): Promise<Next<Memo> | 'absent' | 'unsure'>
}

export type Next<Memo> = {
  readonly memo: Memo
  /**
   * A part that is now public: the publication can no longer become `failed`. Parts are numbered from 0, as in
   * `Outgoing.parts`.
   */
  readonly shown?: { readonly part: number; readonly remoteId: string | null; readonly url: string | null }
  /** The object's ID in the network's webhooks. */
  readonly handle?: string
  /** The time at which the objects in the memo expire. The engine then starts over, unless a part is published. */
  readonly diesAt?: Date
  readonly warning?: string
} & ({ readonly then: string; readonly afterMs?: number } | { readonly end: true })

export interface Doubt {
  readonly first: Date
  readonly last: Date
  readonly tries: number
  readonly failure: Failure | null
  /** False for a post that belongs to another publication. */
  ours(remoteId: string): Promise<boolean>
}
