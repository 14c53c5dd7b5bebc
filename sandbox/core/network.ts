import type { Ledger } from './control/ledger.ts'
import type { Answer, BodyKind, Incoming } from './http/request.ts'
import type { Clock } from './kit/clock.ts'
import type { Random } from './kit/random.ts'
import type { Media } from './media/media.ts'
import type { FeedPost } from './pages/posts/feed-post.ts'
import type { Look } from './pages/posts/look.ts'

/**
 * Builds a network from the world: its routes, its way of refusing, and its look. A network keeps its state in its own
 * closure, and a reset builds a new one. Networks know nothing of faults: the core puts them around their calls.
 */
export type MakeNetwork = (world: World) => Network

export interface World {
  readonly clock: Clock
  readonly random: Random
  readonly ledger: Ledger
  readonly media: Media
  /**
   * True after a reset, which ended all sessions. Tokens signed earlier stay valid over a restart, but not over a
   * reset.
   */
  readonly afterReset: boolean
  /** The address of the sandbox, such as `http://127.0.0.1:4010`. A network lives under `/<id>` there. */
  url(): string
}

export interface Network {
  /** The network's name in addresses and control calls: `bluesky`, `mastodon`. */
  readonly id: string
  readonly title: string
  readonly routes: readonly Route[]
  /**
   * The accounts that post, where those are not the people themselves but something that they run, such as a page. Used
   * by the control address and the feed.
   */
  readonly accounts?: {
    readonly first: readonly string[]
    readonly has: (name: string) => boolean
    /** The end of a message that begins "must be …". */
    readonly hint: string
  }
  /** The account that calls, as far as that can be told without side effects. Used for faults and the log of calls. */
  accountOf(incoming: Incoming): string | null
  readonly failures: Failures
  /**
   * Does what has become due by the clock, such as publishing scheduled posts. Called before each call and each look.
   */
  catchUp?(): void
  /** The posts that a person sees, newest first. */
  feed(of: { readonly account: string | null; readonly limit: number }): readonly FeedPost[]
  /** The path of the page on which a person acts, where the network is a chat. */
  desk?(account: string): string
  /** Lists what the network will do by itself when its time comes. */
  upcoming?(): readonly Upcoming[]
  readonly look: Look
  /** Connects a numbered person as if they had authorized the app, and returns how they sign in. */
  connect(name: string): Readonly<Record<string, string>>
  /** The limits and processing delays that `POST /control/settings` may change. */
  readonly settings: Settings
  /** The acts of an account's owner or of the network's staff for `POST /control/act`, such as `take_down`. */
  readonly acts: Readonly<Record<string, Act>>
  /** The network's part of `GET /control/state`. */
  state(): object
}

/** One act. `given` has the control call's parameters beyond the name: an address to call, a body to send. */
export type Act = (
  account: string,
  given?: Readonly<Record<string, unknown>>,
) => object | undefined | Promise<object | undefined>

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below the network's own folder: `/xrpc/com.atproto.repo.putRecord`, `/api/v1/statuses/:id`. */
  readonly path: string
  /** The name of the call in faults and in the log of calls. */
  readonly call: string
  /** The names of several calls that share one address, and a function that tells which one this is. */
  readonly calls?: { readonly names: readonly string[]; readonly of: (incoming: Incoming) => string }
  /**
   * Accepts or rejects the path's parameters, where the path alone is ambiguous. Other routes of the same shape are
   * tried after a rejection.
   */
  readonly only?: (params: Readonly<Record<string, string>>) => boolean
  /** The kinds of body that the route takes; none when absent. */
  readonly accepts?: readonly BodyKind[]
  readonly maxBytes?: number | (() => number)
  /** True where the route takes what arrived of a body whose connection broke. */
  readonly keepsCutBody?: true
  /** True for a page on which a person acts. It is no call of an app: no fault strikes it, and no log has it. */
  readonly forPeople?: true
  /**
   * The token that the call needs. `expired_token` can strike calls with an access token, `revoked_token` calls with
   * either.
   */
  readonly token?: 'access' | 'refresh'
  /** True when something is visible or kept after the call. `reject` can strike such calls. */
  readonly writes?: true
  /** True when the call starts or reports work that takes a while. `slow_processing` can strike such calls. */
  readonly processes?: true
  handle(incoming: Incoming): Answer | Promise<Answer>
}

/** The network's own words for failures that can happen around any call. */
export interface Failures {
  serverError(): Answer
  /** Null when the network does not say how long to wait. */
  rateLimited(retryAfterMs: number | null, incoming: Incoming): Answer
  expiredToken(incoming: Incoming): Answer
  revokedToken(incoming: Incoming): Answer
  /** The network's validation error. */
  rejected(incoming: Incoming): Answer
  noSuchCall(method: string, path: string): Answer
  badBody(reason: 'syntax' | 'type' | 'too_large', detail: string): Answer
}

export interface Settings {
  read(): Readonly<Record<string, unknown>>
  /** Returns a sentence that says why the patch is wrong, or null when it is applied. */
  change(patch: Readonly<Record<string, unknown>>): string | null
}

/** An act of the network itself, once its clock says so. */
export interface Upcoming {
  readonly atMs: number
  /** A sentence about it: `The video of alice is processed`. */
  readonly what: string
}
