import type { Clock } from './clock.ts'
import type { Ledger } from './ledger.ts'
import type { Media } from './media.ts'
import type { Random } from './random.ts'
import type { Answer, BodyKind, Incoming } from './request.ts'

/**
 * How a network plugs in: a function from the world to its routes, its way of saying no, and its look. It keeps its
 * state in its own closure, and a reset makes it anew. It knows nothing of faults: the core puts them around its calls.
 */
export type MakeNetwork = (world: World) => Network

export interface World {
  readonly clock: Clock
  readonly random: Random
  readonly ledger: Ledger
  readonly media: Media
  /** A reset has ended all sessions: what was signed before is good after a restart only. */
  readonly afterReset: boolean
  /** Where the sandbox is reached, such as `http://127.0.0.1:4010`; a network lives under `/<id>` there. */
  url(): string
}

export interface Network {
  /** Its name on our wire: `bluesky`, `mastodon`. */
  readonly id: string
  readonly title: string
  readonly routes: readonly Route[]
  /** Who posts there, where that is not the people themselves but what they run, such as a page: for the control address
   * and the feed. */
  readonly accounts?: {
    readonly first: readonly string[]
    readonly has: (name: string) => boolean
    /** The end of "must be …". */
    readonly hint: string
  }
  /** Whose call it is, as far as can be told without doing anything: for faults and the log of calls. */
  accountOf(incoming: Incoming): string | null
  readonly says: Says
  /** Does what has become due by the clock, such as scheduled posts: called before anybody calls or looks. */
  catchUp?(): void
  /** What a person sees, newest first. */
  feed(of: { readonly account: string | null; readonly limit: number }): readonly FeedPost[]
  readonly look: { readonly css: string }
  /** Makes `user-1` to `user-<count>` where they are not there yet; answers how each signs in. */
  createAccounts(count: number): readonly Readonly<Record<string, string>>[]
  /** What `POST /control/settings` may change: limits of the server, delays of its processing. */
  readonly settings: Settings
  /** What `POST /control/act` may do in the name of an account's owner or of the network's staff, such as `take_down`. */
  readonly acts: Readonly<Record<string, Act>>
  /** For `GET /control/state`. */
  state(): object
}

/** `given` is what the control call says beyond the name: an address to call, a body to send. */
export type Act = (
  account: string,
  given?: Readonly<Record<string, unknown>>,
) => object | undefined | Promise<object | undefined>

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the network's own folder: `/xrpc/com.atproto.repo.putRecord`, `/api/v1/statuses/:id`. */
  readonly path: string
  /** How faults and the log of calls name it. */
  readonly call: string
  /** Where one address does several things: their names, and which of them this is. */
  readonly calls?: { readonly names: readonly string[]; readonly of: (incoming: Incoming) => string }
  /** Where the address alone does not tell what stands behind it; others of the same shape are tried after it. */
  readonly only?: (params: Readonly<Record<string, string>>) => boolean
  /** The kinds of body that it takes; none at all when absent. */
  readonly accepts?: readonly BodyKind[]
  readonly maxBytes?: number | (() => number)
  /** Which token it needs: what `expired_token` (access) and `revoked_token` (both) can touch. */
  readonly token?: 'access' | 'refresh'
  /** Something can be seen or kept after it: what `reject` can touch. */
  readonly writes?: true
  /** It starts or reports work that takes a while: what `slow_processing` can touch. */
  readonly processes?: true
  handle(incoming: Incoming): Answer | Promise<Answer>
}

/** The network's own words for what can go wrong around any call. */
export interface Says {
  serverError(): Answer
  /** Null: the network does not say how long. */
  rateLimited(retryAfterMs: number | null, incoming: Incoming): Answer
  expiredToken(incoming: Incoming): Answer
  revokedToken(incoming: Incoming): Answer
  /** Its validation error. */
  rejected(incoming: Incoming): Answer
  noSuchCall(method: string, path: string): Answer
  badBody(reason: 'syntax' | 'type' | 'too_large', detail: string): Answer
}

export interface Settings {
  read(): Readonly<Record<string, unknown>>
  /** Answers what is wrong with it, in a sentence, or null when it is done. */
  change(patch: Readonly<Record<string, unknown>>): string | null
}

export interface FeedPost {
  readonly id: string
  readonly account: string
  readonly displayName: string
  readonly handle: string
  readonly at: Date
  /** The text in pieces, some of which lead somewhere. */
  readonly text: readonly { readonly text: string; readonly href?: string }[]
  /** What stands before the text is shown: a content warning. */
  readonly warning?: string
  readonly media: readonly {
    readonly kind: 'image' | 'video' | 'audio'
    readonly url: string | null
    readonly alt: string
  }[]
  readonly card?: {
    readonly url: string
    readonly title: string
    readonly description: string
    readonly image: string | null
  }
  /** The text of a post that it shows inside. */
  readonly quote?: string
  readonly replyTo: string | null
  readonly counts: readonly { readonly name: string; readonly count: number }[]
}
