import type { z } from 'zod'
import type { Limits } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import type { OperatorSettings } from '#rules/operator.ts'
import type { Extras } from './extras.ts'
import type { Answer, Failure, Http, OwnApp } from './http.ts'
import type { IssueCode } from './issue-codes.ts'
import type { JsonObject } from './json.ts'
import type { Granted, OAuth, OAuthAt } from './oauth.ts'
import type { MediaRule, Outgoing, OutgoingMedia, Sendable } from './outgoing.ts'

export type { Addresses } from '#rules/operator.ts'
export {
  type Answer,
  CallFailed,
  type Failure,
  type Http,
  type HttpRequest,
  type OwnApp,
  type ServerApps,
} from './http.ts'
export type { Json, JsonObject } from './json.ts'
export type { BeginRequest, Begun, ExchangeRequest, Granted, OAuth, OAuthAt } from './oauth.ts'
export {
  type MediaRule,
  MediaUnfit,
  type Outgoing,
  type OutgoingMedia,
  type OutgoingPart,
  type Sendable,
} from './outgoing.ts'

/**
 * The interface between the engine and the code for one social network. A connector knows the network's wire format and
 * rules, and nothing of posts, tables, queues or HTTP servers. It consists of limits (data), a pure plan, named steps
 * and a table of verdicts. It never sleeps, loops, retries or reads the clock: the engine saves, waits, refreshes
 * grants, and finds out the outcome of a call whose answer was lost.
 */

export interface Connector<Grant extends JsonObject = JsonObject, Memo extends JsonObject = JsonObject> {
  readonly network: Network
  readonly limits: Limits
  /** The operator's settings for the network: addresses, an app, versions. */
  readonly operator: OperatorSettings
  /**
   * Pure: returns the limits of one account from the facts that `whoami` returned. Present where limits differ between
   * accounts, such as the limits of an instance.
   */
  limitsFor?(facts: JsonObject): Limits
  /** The schema of the settings that a target may have beyond text and media. `providers` draws a form from it. */
  readonly settings: z.ZodObject
  /** The settings that an account may choose once as defaults for all of its posts. Absent: none. */
  readonly accountDefaults?: z.ZodObject
  readonly auth: Auth<Grant>
  readonly steps: Readonly<Record<string, Step<Grant, Memo>>>
  /** Pure: the first step, the text as it will be sent, and the calls to come, in order. */
  plan(post: Outgoing): Plan
  /**
   * Pure: finds problems that neither the limits nor the schema of the settings can express, such as a setting that
   * posts of this kind require.
   */
  check?(post: Outgoing): readonly Finding[]
  /** Returns the verdict on a failure. Null: the default verdict applies (`defaultVerdict`). */
  judge(failure: Failure, step: string, now: Date): Verdict | null
  metrics?(call: ReadCall<Grant>, remoteIds: readonly string[]): Promise<readonly Metrics[]>
  /** True where the network charges for each post that is read, so that nobody is asked without the operator's consent. */
  readonly readsAreBilled?: true
  /**
   * Asks whether a post is out that the database does not remember, since it was restored. Finds the post by its text,
   * its time and its kind, never by what publishing left behind. Absent: the network cannot be asked.
   */
  recall?(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled>
  /** The id of a post that has none yet although it is out, by the handle that the network gave: asked now and then. */
  named?(call: ReadCall<Grant>, post: Outgoing, handle: string): Promise<Named | null>
  /** Lists the live choices of an account, such as its boards, for the author of a post. */
  options?(call: ReadCall<Grant>): Promise<JsonObject>
  /** Reads the rate limit headers of an answer. */
  meter?(answer: Answer): readonly Reading[]
  /** Reads the network's own webhooks. Absent: the network sends nothing useful. */
  readonly hear?: Hear
}

export type Named = Readonly<{ remoteId: string; url: string | null }>
/** `unsure`: the network cannot tell, or several posts are alike. */
export type Recalled = Named | 'absent' | 'unsure'

export interface Auth<Grant> {
  readonly kind: 'direct' | 'oauth'
  /** The sign-in through the network's own page. Present exactly where `kind` is `oauth`. */
  readonly oauth?: OAuth<Grant>
  /** The sign-in through a page of a server that the person names. Beside a direct connect. */
  readonly oauthAt?: OAuthAt<Grant>
  /** The scopes to request when an account is connected. Absent: the network grants all or nothing. */
  readonly scopes?: readonly string[]
  /**
   * The scopes without which nothing can be published: a consent that lacks one is refused. One scope of a nested list
   * is enough. Absent: `scopes`.
   */
  readonly needs?: readonly (string | readonly string[])[]
  /** Pure: returns the way by which a grant with these scopes was made, where the network has several (`login`). */
  loginOf?(scopes: readonly string[]): string
  /**
   * Pure: returns warnings for the owner of the account about the granted scopes, such as that they are broader than
   * needed.
   */
  warningsOf?(scopes: readonly string[]): readonly string[]
  /** The schema of the fields of a direct connect. */
  readonly fields?: z.ZodObject
  /**
   * Direct connect: trades the typed credentials for a grant. The secret itself is kept only if the network needs it
   * again. If the user names no server, the connector looks for the account at `http.addresses.api`.
   */
  connect?(http: Http, fields: JsonObject): Promise<Granted<Grant>>
  /** Renews a grant that expires. Absent: the network cannot renew grants. The caller holds the lease on the grant. */
  refresh?(http: Http, grant: Grant): Promise<Granted<Grant>>
  /** Ends the grant at the network. A failure is harmless. */
  revoke?(http: Http, grant: Grant): Promise<void>
  /**
   * True where `revoke` of one grant leaves newer grants of the same person alone. A replaced grant is then ended at
   * the network.
   */
  readonly endsAlone?: true
  /** Reads the account of the grant, live. Where the grant covers several pages, `remoteId` selects one. */
  whoami(http: Http, grant: Grant, remoteId?: string): Promise<RemoteAccount>
  /** Lists the pages that a person may choose from after signing in. Absent: a sign-in is one account. */
  targets?(http: Http, grant: Grant): Promise<readonly Target[]>
}

/** The network's own calls to us (webhooks). All functions are pure. */
export interface Hear {
  /**
   * Answers the network's question whether the address is ours. Null: the request is another one, or the token is
   * wrong.
   */
  challenge?(
    query: Readonly<Record<string, string>>,
    app: OwnApp,
  ): { readonly contentType: string; readonly body: string } | null
  /**
   * True when the network signed exactly these bytes, and recently where it states the time. Compares in constant time.
   */
  isSigned(headers: Readonly<Record<string, string>>, raw: Buffer, app: OwnApp, now: Date): boolean
  /** Returns the useful parts of a webhook. Never throws on a body that it cannot read. */
  read(raw: Buffer): readonly Heard[]
}

export type Heard =
  /** The person has revoked the consent. */
  | { readonly is: 'revoked'; readonly principal: string }
  /** The state of an object that a step reported as this `handle` has changed: ask now. */
  | { readonly is: 'news'; readonly handle: string }

export interface RemoteAccount {
  /** The network's own id, which never changes. */
  readonly remoteId: string
  readonly handle: string
  readonly displayName: string | null
  readonly avatar: string | null
  readonly followers: number | null
  /** The number of accounts that this one follows. Absent: the network does not say. */
  readonly following?: number | undefined
  /** The number of posts of the account, by Posthorn or not. Absent: the network does not say. */
  readonly posts?: number | undefined
  /** The facts that limits and addresses depend on: the host, an instance's limits. Not secret. */
  readonly facts: JsonObject
}

/** A page that a person may choose. */
export interface Target extends RemoteAccount {
  readonly category: string | null
  /**
   * The reason why nothing can be published to the page in its present state, worded for the person. Null: publishing
   * works.
   */
  readonly lacks: string | null
}

export interface Plan {
  /** The step to begin with. */
  readonly first: string
  readonly parts: readonly PlannedPart[]
  /** The calls to come, in order, as `METHOD name`. A test compares them with what the network then receives. */
  readonly calls: readonly string[]
  /** The content besides text and files. Absent: there is none. */
  readonly extras?: Extras
}

export interface PlannedPart {
  /** The text as it will be sent, byte for byte. */
  readonly text: string
  readonly links: readonly string[]
  readonly mentions: readonly string[]
  readonly tags: readonly string[]
}

/** A problem of a post, stated in terms of the network's rule. */
export interface Finding {
  readonly code: IssueCode
  readonly message: string
  readonly at:
    | { readonly setting: string }
    | { readonly text: number }
    | { readonly title: true }
    | { readonly firstComment: true }
    | { readonly link: true }
    | { readonly media: number; readonly part?: number }
  readonly fix?: string
  /** True: the offending part is left out, and the post is published without it. */
  readonly minor?: true
}

/**
 * One step of a publication, which makes at most one visible change. The engine saves its result under the fence before
 * anything else happens.
 */
export interface Step<Grant, Memo> {
  /**
   * The condition for repeating the step. `safe`: always, since the step is invisible or a repeat changes nothing.
   * `once`: only after `find` has returned `absent`. `forMs`: for this long after the first try, since the network
   * recognizes a repeat.
   */
  readonly repeat: 'safe' | 'once' | { readonly forMs: number }
  /** The deadline of one try; default 20 s. A try begins only under a lease that outlives it. */
  readonly deadlineMs?: number
  /** The limit for all waits on this step together ("still transcoding"); default 15 min. */
  readonly patienceMs?: number
  /** The time after the last try's deadline from which `absent` counts; default 30 s. */
  readonly settleMs?: number
  /**
   * True where strangers can see the effect of the step. This is implied by `once` and `forMs`. Set it on a `safe` step
   * whose repeat changes nothing (a record under a key of ours), so that this step also begins with an intent: from
   * then on the publication cannot be cancelled, and giving up does not claim that nothing was published.
   */
  readonly shows?: true
  /**
   * The step that prepares the request of this one, for a request that contains the current time. After a wait the
   * engine runs that step again first. While an earlier try may have arrived, the engine sends the same request again
   * unchanged.
   */
  readonly preparedBy?: string
  /** True where the step runs after the post is published: a failure is a warning. */
  readonly optional?: true
  run(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Next<Memo>>
  find?(call: Call<Grant>, post: Outgoing, memo: Memo, doubt: Doubt): Promise<Next<Memo> | 'absent' | 'unsure'>
}

export type Next<Memo> = {
  readonly memo: Memo
  /**
   * A part that is public from now on: the publication can no longer become `failed`. Parts count from 0, as in
   * `Outgoing.parts`.
   */
  readonly shown?: { readonly part: number; readonly remoteId: string | null; readonly url: string | null }
  /** The name that the network's own webhooks use for the object. */
  readonly handle?: string
  /** The time at which the objects in the memo expire. The engine then restarts, unless a part is published. */
  readonly diesAt?: Date
  readonly warning?: string
} & ({ readonly then: string; readonly afterMs?: number } | { readonly end: true })

export type Verdict =
  | {
      readonly is: 'retry'
      readonly of: 'call' | 'account' | 'app' | 'node'
      readonly until?: Date
      readonly why: string
    }
  /**
   * The grant does not work: the engine refreshes it, or the person has to reconnect. `final`: the network has named a
   * problem of the account, such as a deactivation, that no renewal fixes.
   */
  | { readonly is: 'reauth'; readonly why: string; readonly final?: true }
  /**
   * A problem of our app at the network (credits, version, trial): the network is parked, and the operator is informed.
   */
  | { readonly is: 'operator'; readonly why: string }
  /** A handle expired: go back to that step. */
  | ({ readonly is: 'again'; readonly from: string; readonly why: string } & MaybeNothingOut)
  /** The call may have had its effect: ask `find`. */
  | { readonly is: 'doubt'; readonly why: string }
  /** The call had no effect and never will. `why` is for users: the problem, and the way to fix it. */
  | ({ readonly is: 'refused'; readonly code: string; readonly why: string } & MaybeNothingOut)

/**
 * `nothingOut`: the network states that a request which it had accepted came to nothing. Without this statement the
 * post may be published.
 */
type MaybeNothingOut = { readonly nothingOut?: true }

export interface Doubt {
  readonly first: Date
  readonly last: Date
  readonly tries: number
  readonly failure: Failure | null
  /** False for a post that belongs to another publication. */
  ours(remoteId: string): Promise<boolean>
}

export interface ReadCall<Grant> {
  readonly grant: Grant
  readonly http: Http
  readonly signal: AbortSignal
}

export interface RecallCall<Grant> extends ReadCall<Grant> {
  /** When it can have been sent at the earliest. */
  readonly since: Date
  /** False for what belongs to another publication. */
  ours(remoteId: string): Promise<boolean>
}

/** The values and functions that a step works with. `born` and `key` are the same on every try. */
export interface Call<Grant> extends ReadCall<Grant> {
  readonly born: Date
  /** The current time by the engine's clock, for values that a network must receive; never for waiting. */
  readonly now: Date
  /** A name for a part that stays the same on every try: 26 characters, derived from the publication. */
  key(part: number): string
  /** Reads a file in the form that this network accepts: converted once, then the same bytes on every try. */
  media(item: OutgoingMedia, rule?: MediaRule): Promise<Sendable>
  /** Returns an address from which the network can fetch the same bytes for at least an hour, without a credential. */
  link(item: OutgoingMedia, rule?: MediaRule): Promise<string>
  /**
   * Converts a still picture from elsewhere so that it follows a rule. Throws `MediaUnfit` for bytes that are not a
   * picture, or cannot follow it.
   */
  fit(bytes: Uint8Array, rule: MediaRule): Promise<Sendable>
  /** Saves a checkpoint within a step. Throws when the publication was fenced off or cancelled. */
  keep(memo: JsonObject): Promise<void>
}

export interface Metrics {
  readonly remoteId: string
  /** Null: the network no longer has the post. */
  readonly counts: Readonly<
    Partial<Record<'likes' | 'comments' | 'shares' | 'quotes' | 'saves' | 'views' | 'impressions' | 'reach', number>>
  > | null
}

export interface Reading {
  readonly scope: 'account' | 'app' | 'node'
  readonly remaining: number
  readonly resetsAt: Date
}
