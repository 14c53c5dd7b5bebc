import type { KillPoint } from '#modules/publishing/index.ts'
import type { Network } from '#rules/network-names.ts'

/** What a network knows of what was sent to it: a key, what stands in a list of posts, or nothing at all. */
export const classes = ['key', 'read', 'none'] as const
export type NetworkClass = (typeof classes)[number]

/** The two networks of the sandbox, spoken to by their own connectors. */
export const realNetworks = ['bluesky', 'mastodon'] as const
export type RealNetwork = (typeof realNetworks)[number]

/** Where the network keeps a call waiting, so that whoever made it can be killed meanwhile. */
export type HoldAt = 'half-request' | 'acted' | 'half-answer'

/** What becomes of the first call for each part; the next one is served as it should be. */
export type AnswerFault =
  | 'acts, then silence'
  | 'acts, then 500'
  | 'acts, then cut'
  | 'acts, then half an answer'
  | 'acts, then 200 with an error'
  | 'acts, then cut; a repeat is refused'
  | 'cut, and acts later'
  | 'cut before'
  | '500 before'
  | '429 with a wait'
  | '401 until refreshed'
  | 'last part refused'

/** One network of one scenario: the class of the bench's own, or one of the sandbox's. */
export interface NetworkPlan {
  /** As rows name it: the scenario and the network, so that scenarios beside each other share nothing. */
  readonly id: Network
  readonly kind: NetworkClass | RealNetwork
  readonly count: number
  readonly parts: number
  readonly uploads: boolean
  /** A body that leaves in two halves, this far apart. */
  readonly halvesApartMs: number
}

export interface Addresses {
  readonly api: string
}

export type Action = 'kill' | 'stop'

/** What a worker is told on its way. */
export interface WorkerPlan {
  readonly connection: Parameters<typeof import('#infra/db/client.ts').openPool>[0]
  readonly secretKey: string
  readonly dataDir: string
  readonly networks: readonly (NetworkPlan & { readonly addresses: Addresses })[]
  /** It dies or stands still there as soon as so many have arrived, or nobody for a while. */
  readonly end: {
    readonly at: KillPoint
    readonly action: Action
    readonly expected: number
    /** All that it could ever have in hand. */
    readonly most: number
    readonly quietMs: number
  } | null
}

export const timing = {
  /** Of one call to the bench's networks. */
  deadlineMs: 12_000,
  /** Until a post can be read; up to this long. */
  lagMaxMs: 30_000,
  settleMs: 31_000,
  leaseMs: 30_000,
} as const
