import type { z } from 'zod'
import type { Call, ReadCall, RecallCall } from '#connectors/contract/call.ts'
import type { IssueCode, LossCode, WaitCode } from '#connectors/contract/codes.ts'
import type { Extras } from '#connectors/contract/extras.ts'
import type { Answer, Failure, Http, OwnApp } from '#connectors/contract/http.ts'
import type { Inbox } from '#connectors/contract/inbox.ts'
import type { JsonObject } from '#connectors/contract/json.ts'
import type { Granted, OAuth, OAuthAt } from '#connectors/contract/oauth.ts'
import type { Outgoing } from '#connectors/contract/outgoing.ts'
import type { ReadBack, ReadBackCall } from '#connectors/contract/read-back.ts'
import type { Limits } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import type { OperatorSettings } from '#rules/operator.ts'

export type { Call, ReadCall, RecallCall } from '#connectors/contract/call.ts'
export { type Loss, type LossCode, lossCodes, lossOf, type WaitCode, waitCodeOf } from '#connectors/contract/codes.ts'
export {
  type Answer,
  CallFailed,
  type Failure,
  type Http,
  type HttpRequest,
  type OwnApp,
  type ServerApps,
} from '#connectors/contract/http.ts'
export type { Json, JsonObject } from '#connectors/contract/json.ts'
export type { BeginRequest, Begun, ExchangeRequest, Granted, OAuth, OAuthAt } from '#connectors/contract/oauth.ts'
export {
  type MediaRule,
  MediaUnfit,
  type Outgoing,
  type OutgoingMedia,
  type OutgoingPart,
  type Sendable,
} from '#connectors/contract/outgoing.ts'
export type { Addresses } from '#rules/operator.ts'

/**
 * The interface between the engine and the code for one social network. A connector knows the network's wire format and
 * rules, but nothing about posts, tables, queues or HTTP servers. It consists of limits (data), a pure plan, named
 * steps and a table of verdicts. It never sleeps, loops, retries or reads the clock. The engine saves, waits, refreshes
 * grants, and determines the outcome of calls whose response was lost.
 */
export interface Connector<Grant extends JsonObject = JsonObject, Memo extends JsonObject = JsonObject> {
  readonly network: Network
  readonly limits: Limits
  /** The operator's settings for the network: addresses, an app, versions. */
  readonly operator: OperatorSettings
  /**
   * Pure: returns the limits of one account from the `facts` that `whoami` returned. Defined if limits differ between
   * accounts, for example by instance.
   */
  limitsFor?(facts: JsonObject): Limits
  /** The schema of a target's settings, in addition to text and media. `providers` renders a form from it. */
  readonly settings: z.ZodObject
  /** The settings that an account may save as defaults for all of its posts. Omitted if there are none. */
  readonly accountDefaults?: z.ZodObject
  readonly auth: Auth<Grant>
  readonly steps: Readonly<Record<string, Step<Grant, Memo>>>
  /** Pure: returns the first step, the text as it will be sent, and the planned calls in order. */
  plan(post: Outgoing): Plan
  /**
   * Pure: finds problems that neither the limits nor the schema of the settings can express, such as a setting that
   * posts of this kind require.
   */
  check?(post: Outgoing): readonly Finding[]
  /** Returns the verdict on a failure, or null if the default verdict applies (`defaultVerdict`). */
  judge(failure: Failure, step: string, now: Date): Verdict | null
  metrics?(call: ReadCall<Grant>, remoteIds: readonly string[]): Promise<readonly Metrics[]>
  /** True if the network charges per read. In that case, nothing is read without the operator's consent. */
  readonly readsAreBilled?: true
  /**
   * After a restore, checks whether a post that the database has no record of was published. Matches by text, time and
   * kind, never by publishing state. Omitted if the network does not support it.
   */
  recall?(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled>
  /** Reads published parts as the network returns them. Omitted if the network does not allow it. */
  readBack?(call: ReadBackCall<Grant>): Promise<readonly ReadBack[]>
  /** Reads what people say to the account. Omitted if the network does not offer it. */
  readonly inbox?: Inbox<Grant>
  /** Polls for the missing ID of a published post, using the handle that the network returned. */
  named?(call: ReadCall<Grant>, post: Outgoing, handle: string): Promise<Named | null>
  /** Lists the account's current choices, such as its boards, for the author of a post. */
  options?(call: ReadCall<Grant>): Promise<JsonObject>
  /**
   * Finds accounts to mention, by the beginning of their name or handle. `facts` are those of the account. Omitted if the
   * network has no such search, bills it, or requires a permission that is not requested.
   */
  findPeople?(call: ReadCall<Grant>, q: string, max: number, facts: JsonObject): Promise<readonly FoundPerson[]>
  /** Reads the rate limit headers of a response. */
  meter?(answer: Answer): readonly Reading[]
  /** Parses the network's webhooks. Omitted if the network sends no useful webhooks. */
  readonly hear?: Hear
}

/**
 * One step of a publication. It makes at most one visible change. The engine saves its result under the fencing token
 * before doing anything else.
 */
export interface Step<Grant, Memo> {
  /**
   * The condition for repeating the step. `safe`: always, since the step is invisible or a repeat changes nothing.
   * `once`: only after `find` has returned `absent`. `forMs`: for this long after the first attempt, because the
   * network recognizes a repeat.
   */
  readonly repeat: 'safe' | 'once' | { readonly forMs: number }
  /** The deadline of one attempt; default 20 s. An attempt begins only under a lease that outlasts it. */
  readonly deadlineMs?: number
  /** The limit for the total waiting time of this step ("still transcoding"); default 15 min. */
  readonly patienceMs?: number
  /** The time after the last attempt's deadline from which `absent` counts; default 30 s. */
  readonly settleMs?: number
  /**
   * True if the public can see the step's effect. Implied by `once` and `forMs`. Set it on a `safe` step whose repeat
   * changes nothing (a record under our own key), so that this step also begins with an intent. From then on the
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

export interface Plan {
  /** The step to begin with. */
  readonly first: string
  readonly parts: readonly PlannedPart[]
  /** The calls to come, in order, as `METHOD name`. A test compares them with what the network then receives. */
  readonly calls: readonly string[]
  /** Content in addition to text and files. Omitted if there is none. */
  readonly extras?: Extras
}

export interface PlannedPart {
  /** The text as it will be sent, byte for byte. */
  readonly text: string
  readonly links: readonly string[]
  readonly mentions: readonly string[]
  readonly tags: readonly string[]
}

/** A problem in a post, stated in terms of the network's rule. */
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
  /** True if the post is published anyway, without the offending part, if any. */
  readonly minor?: true
}

/** An account that a post can mention. The handle has no @ before it. */
export type FoundPerson = Readonly<{ name: string; handle: string }>

/** Readings about published posts and about the network's rate limits. */
export type Named = Readonly<{ remoteId: string; url: string | null }>
/** `unsure`: the network cannot tell, or several posts match. */
export type Recalled = Named | 'absent' | 'unsure'

export interface Metrics {
  readonly remoteId: string
  /** Null if the network no longer has the post. */
  readonly counts: Readonly<
    Partial<Record<'likes' | 'comments' | 'shares' | 'quotes' | 'saves' | 'views' | 'impressions' | 'reach', number>>
  > | null
}

export interface Reading {
  readonly scope: 'account' | 'app' | 'node'
  readonly remaining: number
  readonly resetsAt: Date
}

/** The meaning of a failure, which determines the engine's next action. For the `code` of waits, see `waitCodeOf`. */
export type Verdict =
  | {
      readonly is: 'retry'
      readonly of: 'call' | 'account' | 'app' | 'node'
      readonly until?: Date
      readonly why: string
      readonly code?: WaitCode
    }
  /**
   * The grant does not work: the engine refreshes it, or the user has to reconnect. `final`: the network reported a
   * problem with the account, such as a deactivation, that renewing does not fix. `code`: see `lossOf`.
   */
  | { readonly is: 'reauth'; readonly why: string; readonly code?: LossCode; readonly final?: true }
  /**
   * A problem with our app at the network (credits, version, trial): the network is parked, and the operator is
   * notified.
   */
  | { readonly is: 'operator'; readonly why: string; readonly code?: WaitCode }
  /** A handle expired: go back to the named step. */
  | ({ readonly is: 'again'; readonly from: string; readonly why: string } & MaybeNothingOut)
  /** The call may have had its effect: call `find`. */
  | { readonly is: 'doubt'; readonly why: string; readonly code?: WaitCode }
  /** The call had no effect and never will. `why` is for users: the problem and its fix. */
  | ({ readonly is: 'refused'; readonly code: string; readonly why: string } & MaybeNothingOut)

/**
 * `nothingOut`: the network reports that an accepted request had no effect. Without this report the post may be
 * published.
 */
type MaybeNothingOut = { readonly nothingOut?: true }

/** The network's calls to us (webhooks). All functions are pure. */
export interface Hear {
  /**
   * Responds to the network's check that the URL is ours. Returns null if it is a different request or the token is
   * wrong.
   */
  challenge?(
    query: Readonly<Record<string, string>>,
    app: OwnApp,
  ): { readonly contentType: string; readonly body: string } | null
  /**
   * True if the network signed exactly these bytes and, if it states the time, recently. Compares in constant time.
   */
  isSigned(headers: Readonly<Record<string, string>>, raw: Buffer, app: OwnApp, now: Date): boolean
  /** Returns the useful parts of a webhook. Never throws for an unreadable body. */
  read(raw: Buffer): readonly NetworkNotice[]
}

export type NetworkNotice =
  /** The person revoked access, at a time that some webhooks state. A late webhook does not revoke a newer grant. */
  | { readonly is: 'revoked'; readonly principal: string; readonly at: Date | null }
  /** The state of the object that a step reported under this `handle` has changed: poll now. */
  | { readonly is: 'news'; readonly handle: string }
  /** Someone has said something to the account with this ID: read its inbox now. */
  | { readonly is: 'talk'; readonly accountId: string }

/** The connection of an account: signing in, renewing and revoking a grant, and the accounts that it covers. */
export interface Auth<Grant> {
  readonly kind: 'direct' | 'oauth'
  /** The sign-in on the network's own page. Defined only if `kind` is `oauth`. */
  readonly oauth?: OAuth<Grant>
  /** The sign-in on a page of a server that the user names. Available in addition to a direct connect. */
  readonly oauthAt?: OAuthAt<Grant>
  /** The scopes to request when an account is connected. Omitted if the network grants all or nothing. */
  readonly scopes?: readonly string[]
  /**
   * The scopes that publishing requires: a grant that lacks one is refused. One scope of a nested list is enough.
   * Defaults to `scopes`.
   */
  readonly needs?: readonly (string | readonly string[])[]
  /** Pure: returns the login method that produced a grant with these scopes, if the network has several (`login`). */
  loginOf?(scopes: readonly string[]): string
  /**
   * Pure: returns warnings for the account's owner about the granted scopes, for example that they are broader than
   * needed.
   */
  warningsOf?(scopes: readonly string[]): readonly string[]
  /** The schema of the direct connect fields. */
  readonly fields?: z.ZodObject
  /**
   * Direct connect: exchanges the typed credentials for a grant. The secret itself is stored only if the network needs
   * it again. If the user names no server, the connector looks for the account at `http.addresses.api`.
   */
  connect?(http: Http, fields: JsonObject): Promise<Granted<Grant>>
  /** Renews an expiring grant. Omitted if the network cannot renew grants. The caller holds the lease on the grant. */
  refresh?(http: Http, grant: Grant): Promise<Granted<Grant>>
  /** Revokes the grant at the network. A failure is harmless. */
  revoke?(http: Http, grant: Grant): Promise<void>
  /**
   * True if revoking one grant does not affect newer grants of the same person. A replaced grant is then revoked at the
   * network.
   */
  readonly endsAlone?: true
  /** Reads the grant's account from the network. If the grant covers several pages, `remoteId` selects one. */
  whoami(http: Http, grant: Grant, remoteId?: string): Promise<RemoteAccount>
  /**
   * Lists the pages that a person may choose from after signing in. Omitted if a sign-in covers exactly one account.
   */
  targets?(http: Http, grant: Grant): Promise<readonly Target[]>
}

export interface RemoteAccount {
  /** The network's ID for the account, which never changes. */
  readonly remoteId: string
  readonly handle: string
  readonly displayName: string | null
  readonly avatar: string | null
  readonly followers: number | null
  /** The number of accounts that this one follows. Omitted if unknown. */
  readonly following?: number | undefined
  /** The number of posts of the account, from Posthorn or elsewhere. Omitted if unknown. */
  readonly posts?: number | undefined
  /** Facts that limits and URLs depend on, such as the host or an instance's limits. Not secret. */
  readonly facts: JsonObject
}

/** A page that the user may choose. */
export interface Target extends RemoteAccount {
  readonly category: string | null
  /**
   * The reason, worded for the user, why the page cannot be published to. Null if it can.
   */
  readonly lacks: string | null
}
