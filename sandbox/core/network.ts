import type { Ledger } from './control/ledger.ts'
import type { Answer, BodyKind, Incoming } from './http/request.ts'
import type { Clock } from './kit/clock.ts'
import type { Random } from './kit/random.ts'
import type { Media } from './media/media.ts'
import type { FeedPost } from './pages/posts/feed-post.ts'
import type { Layout } from './pages/posts/layout.ts'

/**
 * Builds a network: its routes, its error responses and its pages. A network keeps its state in its closure, and a
 * reset builds a new one. Networks are not aware of faults: the core applies them around calls.
 */
export type MakeNetwork = (world: World) => Network

export interface World {
  readonly clock: Clock
  readonly random: Random
  readonly ledger: Ledger
  readonly media: Media
  /** True after a reset, which ends all sessions. Earlier tokens stay valid after a restart, but not after a reset. */
  readonly afterReset: boolean
  /** The URL of the sandbox, such as `http://127.0.0.1:4010`. A network is at `/<id>` below it. */
  url(): string
}

export interface Network {
  /** The network's name in URLs and control calls: `bluesky`, `mastodon`. */
  readonly id: string
  readonly title: string
  readonly routes: readonly Route[]
  /**
   * The accounts that post, if those are not the people themselves but something that they manage, such as a page. Used
   * by the control API and the feed.
   */
  readonly accounts?: {
    readonly first: readonly string[]
    readonly has: (name: string) => boolean
    /** The end of a message that begins "must be …". */
    readonly hint: string
  }
  /** Returns the calling account, if it can be determined without side effects. Used for faults and the call log. */
  accountOf(incoming: Incoming): string | null
  readonly failures: Failures
  /**
   * Runs everything that is due by the clock, such as publishing scheduled posts. Runs before each call and each page
   * view.
   */
  catchUp?(): void
  /** The posts that a person sees, newest first. */
  feed(of: { readonly account: string | null; readonly limit: number }): readonly FeedPost[]
  /** Returns the path of the page where a person chats, if the network is a chat. */
  desk?(account: string): string
  /** Lists the network's scheduled events. */
  upcoming?(): readonly Upcoming[]
  readonly layout: Layout
  /** Connects a numbered person as if they had authorized the app, and returns their credentials. */
  connect(name: string): Readonly<Record<string, string>>
  /** The limits and processing delays that `POST /control/settings` may change. */
  readonly settings: Settings
  /** The acts of an account's owner or of the network's staff for `POST /control/act`, such as `take_down`. */
  readonly acts: Readonly<Record<string, Act>>
  /** The network's part of `GET /control/state`. */
  state(): object
}

/** An act. `given` has the control call's other parameters, such as a URL to call or a body to send. */
export type Act = (
  account: string,
  given?: Readonly<Record<string, unknown>>,
) => object | undefined | Promise<object | undefined>

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below the network's own folder: `/xrpc/com.atproto.repo.putRecord`, `/api/v1/statuses/:id`. */
  readonly path: string
  /** The name of the call in faults and in the call log. */
  readonly call: string
  /** The names of several calls that share a path, and a function that determines which one this is. */
  readonly calls?: { readonly names: readonly string[]; readonly of: (incoming: Incoming) => string }
  /**
   * Accepts or rejects the path's parameters if the path alone is ambiguous. After a rejection, other routes of the
   * same shape are tried.
   */
  readonly only?: (params: Readonly<Record<string, string>>) => boolean
  /** The kinds of body that the route accepts (default: none). */
  readonly accepts?: readonly BodyKind[]
  readonly maxBytes?: number | (() => number)
  /** True if the route accepts the part of a body that arrived before the connection broke. */
  readonly keepsCutBody?: true
  /** True for a page where a person acts. It is not a call of an app, so it has no faults and is not logged. */
  readonly forPeople?: true
  /**
   * The token that the call requires. `expired_token` can affect calls with an access token, `revoked_token` calls with
   * either.
   */
  readonly token?: 'access' | 'refresh'
  /** True if the call changes something. `reject` can affect such calls. */
  readonly writes?: true
  /** True if the call starts or reports asynchronous work. `slow_processing` can affect such calls. */
  readonly processes?: true
  handle(incoming: Incoming): Answer | Promise<Answer>
}

/** The network's own responses for failures that can happen in any call. */
export interface Failures {
  serverError(): Answer
  /** Returns the response for a rate limit. `retryAfterMs` is null if it must not say how long to wait. */
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
  /** Returns a sentence that says why the patch is invalid, or null if it was applied. */
  change(patch: Readonly<Record<string, unknown>>): string | null
}

/** A scheduled event of the network. */
export interface Upcoming {
  readonly atMs: number
  /** A description: `The video of alice is processed`. */
  readonly what: string
}
