import type { KillPoint } from '#modules/publishing/index.ts'
import type { Network } from '#rules/network-names.ts'

/** The classes of networks, by how earlier calls can be detected: by a key, by a list of posts, or not at all. */
export const classes = ['key', 'read', 'none'] as const
export type NetworkClass = (typeof classes)[number]

/** The two networks of the sandbox, called through their own connectors. */
export const realNetworks = ['bluesky', 'mastodon'] as const
export type RealNetwork = (typeof realNetworks)[number]

/** The point at which the network holds up a call, so that its caller can be killed during the call. */
export type HoldAt = 'half-request' | 'acted' | 'half-answer'

/** The fault of the first call for each part. The next call is served normally. */
export type AnswerFault =
  | 'acts, then silence'
  | 'acts, then 500'
  | 'acts, then cut'
  | 'acts, then half a response'
  | 'acts, then 200 with an error'
  | 'acts, then cut; a repeat is refused'
  | 'cut, and acts later'
  | 'cut before'
  | '500 before'
  | '429 with a wait'
  | '401 until refreshed'
  | 'last part refused'

/** One network in one scenario: one of the bench's own classes, or one of the sandbox's networks. */
export interface NetworkPlan {
  /** The network's name in rows: the scenario and the network, so that parallel scenarios share nothing. */
  readonly id: Network
  readonly kind: NetworkClass | RealNetwork
  readonly count: number
  readonly parts: number
  /** True if its accounts reply to a comment instead of publishing posts. */
  readonly replies?: true
  readonly uploads: boolean
  /** The delay between the two halves of a body. */
  readonly halvesApartMs: number
}

export interface Addresses {
  readonly api: string
}

export type Action = 'kill' | 'stop'

/** The instructions of a worker. */
export interface WorkerPlan {
  readonly connection: Parameters<typeof import('#infra/db/client.ts').openPool>[0]
  readonly secretKey: string
  readonly dataDir: string
  readonly networks: readonly (NetworkPlan & { readonly addresses: Addresses })[]
  /**
   * The worker dies or freezes at this point once this many publications have reached it, or once none has reached it
   * for a while.
   */
  readonly end: {
    readonly at: KillPoint
    readonly action: Action
    readonly expected: number
    /** The maximum number of publications that it can process at once. */
    readonly most: number
    readonly quietMs: number
  } | null
}

export const timing = {
  /** The timeout of one call to the bench's networks. */
  deadlineMs: 12_000,
  /** The maximum delay until a post can be read. */
  lagMaxMs: 30_000,
  settleMs: 31_000,
  leaseMs: 30_000,
} as const
