import type { z } from 'zod'
import type { Limits } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import type { Addresses, Answer, Failure, Http, OwnApp } from './http.ts'
import type { IssueCode } from './issue-codes.ts'

export {
  type Addresses,
  type Answer,
  CallFailed,
  type Failure,
  type Http,
  type HttpRequest,
  type OwnApp,
} from './http.ts'

/**
 * One social network: its wire format and its rules, and nothing of posts, tables, queues or HTTP servers. A connector
 * is data (limits), a pure plan, named steps and a table of verdicts. It never sleeps, loops, retries, or asks what time
 * it is: the engine saves, waits, refreshes, and finds out what became of a call whose answer was lost.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

export interface Connector<Grant extends JsonObject = JsonObject, Memo extends JsonObject = JsonObject> {
  readonly network: Network
  readonly limits: Limits
  /** Where a network's limits differ from account to account (an instance's own): pure, by what `whoami` told. */
  limitsFor?(facts: JsonObject): Limits
  /** What a target may set beyond text and media. `providers` draws a form from it. */
  readonly settings: z.ZodObject
  /** Of these what an account may choose once, for all posts that choose nothing else. Absent: nothing. */
  readonly standing?: z.ZodObject
  readonly auth: Auth<Grant>
  readonly steps: Readonly<Record<string, Step<Grant, Memo>>>
  /** Pure: the first step, the text as it will be sent, and the calls to come, in order. */
  plan(post: Outgoing): Plan
  /** Pure: what neither the limits nor a setting by itself can say, as what must be chosen for a post of this kind. */
  check?(post: Outgoing): readonly Finding[]
  /** What a failure means; null: what it means everywhere (`defaultVerdict`). */
  judge(failure: Failure, step: string, now: Date): Verdict | null
  metrics?(call: ReadCall<Grant>, remoteIds: readonly string[]): Promise<readonly Metrics[]>
  /**
   * Whether a post is out that nothing of ours remembers, since the database was restored: told by its words, its time and
   * its kind, never by what publishing it left behind. Absent: nothing can be asked.
   */
  recall?(call: RecallCall<Grant>, post: Outgoing): Promise<Recalled>
  /** The id of a post that has none yet although it is out, by the handle that the network gave: asked now and then. */
  named?(call: ReadCall<Grant>, post: Outgoing, handle: string): Promise<Named | null>
  /** What there is to choose from for an account, such as its boards: live, for whoever writes a post. */
  options?(call: ReadCall<Grant>): Promise<JsonObject>
  /** Rate headers of an answer, for whoever spends by them. */
  meter?(answer: Answer): readonly Reading[]
  /** What the network tells us by itself. Absent: it tells nothing that is of use. */
  readonly hear?: Hear
}

export type Named = Readonly<{ remoteId: string; url: string | null }>
/** `unsure`: it cannot be told, also where several posts are alike. */
export type Recalled = Named | 'absent' | 'unsure'

export interface Auth<Grant> {
  readonly kind: 'direct' | 'oauth'
  /** The way through the network's own page; there exactly where `kind` is `oauth`. */
  readonly oauth?: OAuth<Grant>
  /** What is asked for when an account is connected. Absent: the network grants all or nothing. */
  readonly scopes?: readonly string[]
  /** A consent that lacks one is refused: nothing can be published without. Of a list one will do. Absent: `scopes`. */
  readonly needs?: readonly (string | readonly string[])[]
  /** Pure: what the owner of an account should know of what was granted, such as that it is more than is needed. */
  warningsOf?(scopes: readonly string[]): readonly string[]
  /** The fields of a direct connect, and what they must be. */
  readonly fields?: z.ZodObject
  /**
   * Direct connect: trades what the person typed for a grant. The secret itself is kept only if the network needs it
   * again. Whoever names no server of their own is looked for at `http.addresses.api`.
   */
  connect?(http: Http, fields: JsonObject): Promise<Granted<Grant>>
  /** A new grant for one that expires. Absent: the network has none. Whoever calls it holds the lease on the grant. */
  refresh?(http: Http, grant: Grant): Promise<Granted<Grant>>
  /** Tells the network that we are done. Failing is no fault. */
  revoke?(http: Http, grant: Grant): Promise<void>
  /** `revoke` of one grant leaves newer ones of the same person alone, so one that is replaced is ended there. */
  readonly endsAlone?: true
  /** Who the grant is, live; where it is good for several pages, the one that `remoteId` names. */
  whoami(http: Http, grant: Grant, remoteId?: string): Promise<RemoteAccount>
  /** The pages that a person may choose from after signing in. Absent: a sign-in is one account. */
  targets?(http: Http, grant: Grant): Promise<readonly Target[]>
}

/** Every call that needs the operator's own app finds it in `http.app`. */
export interface OAuth<Grant> {
  /** Whoever comes back proves that it is who left. */
  readonly pkce: boolean
  /** What the network demands of the address to which it sends people back, besides that the operator registered it. */
  readonly callback: { readonly https: boolean; readonly localhost: boolean }
  /** Pure: where the person is sent. */
  authorizeUrl(addresses: Addresses, app: OwnApp, asked: AuthorizeRequest): string
  /** Trades the code for a grant. `scopes` of what comes back are those that were given, not those that were asked for. */
  exchange(http: Http, given: ExchangeRequest): Promise<Granted<Grant>>
}

export interface AuthorizeRequest {
  /** Byte for byte the same in both requests. */
  readonly redirectUrl: string
  readonly state: string
  readonly scopes: readonly string[]
  /** S256 of the verifier; null where `pkce` is false. */
  readonly challenge: string | null
}

export interface ExchangeRequest {
  readonly code: string
  readonly redirectUrl: string
  readonly verifier: string | null
}

/** Calls of the network to us. All of it is pure. */
export interface Hear {
  /** The answer to the question whether the address is ours; null: this is no such question, or not a right one. */
  challenge?(
    query: Readonly<Record<string, string>>,
    app: OwnApp,
  ): { readonly contentType: string; readonly body: string } | null
  /** Whether these very bytes were signed by the network, and lately where it says when. Compares in constant time. */
  isSigned(headers: Readonly<Record<string, string>>, raw: Buffer, app: OwnApp, now: Date): boolean
  /** What of it is of use. Never throws for what it cannot read. */
  read(raw: Buffer): readonly Heard[]
}

export type Heard =
  /** The person has taken back what they granted. */
  | { readonly is: 'revoked'; readonly principal: string }
  /** Something has become of what a step named by this `handle`: worth asking now. */
  | { readonly is: 'news'; readonly handle: string }

export interface Granted<Grant> {
  readonly grant: Grant
  /** Who granted it. */
  readonly principal: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  /** False: nothing comes after `expiresAt` but a new consent, though the network does renew for others. Absent: true. */
  readonly renewable?: boolean
}

export interface RemoteAccount {
  /** The network's own id, which never changes. */
  readonly remoteId: string
  readonly handle: string
  readonly displayName: string | null
  readonly avatar: string | null
  readonly followers: number | null
  /** What limits and addresses depend on: the host, an instance's limits. Not secret. */
  readonly facts: JsonObject
}

/** A page that may be chosen. */
export interface Target extends RemoteAccount {
  readonly category: string | null
  /** Why it cannot be posted to as it is, for the person; null: it can. */
  readonly lacks: string | null
}

/** What one target is to become: frozen when it is enqueued. */
export interface Outgoing {
  readonly format: 'post' | 'thread' | 'carousel' | 'story' | 'reel' | 'short' | 'pin' | 'article'
  /** The post, and after it the replies of its thread. Never empty. */
  readonly parts: readonly OutgoingPart[]
  readonly title: string | null
  readonly link: string | null
  readonly language: string | null
  readonly firstComment: string | null
  readonly settings: JsonObject
  readonly account: { readonly remoteId: string; readonly handle: string; readonly facts: JsonObject }
}

export interface OutgoingPart {
  readonly text: string
  readonly media: readonly OutgoingMedia[]
}

export interface OutgoingMedia {
  readonly mediaId: string
  readonly kind: 'image' | 'video'
  readonly contentType: string
  readonly size: number
  readonly width: number
  readonly height: number
  readonly durationMs: number | null
  readonly frameRate: number | null
  readonly animated: boolean
  readonly hasAlpha: boolean
  readonly altText: string | null
}

export interface Plan {
  /** The step to begin with. */
  readonly first: string
  readonly parts: readonly PlannedPart[]
  /** What will be called, in order, as `METHOD name`; a test holds it against what the network then receives. */
  readonly calls: readonly string[]
}

export interface PlannedPart {
  /** As it will be sent, byte for byte. */
  readonly text: string
  readonly links: readonly string[]
  readonly mentions: readonly string[]
  readonly tags: readonly string[]
}

/** What is wrong with a post, in the words of the network's rule. */
export interface Finding {
  readonly code: IssueCode
  readonly message: string
  readonly at:
    | { readonly setting: string }
    | { readonly text: number }
    | { readonly title: true }
    | { readonly media: number; readonly part?: number }
  readonly fix?: string
  /** It is left out, and the post goes all the same. */
  readonly minor?: true
}

/** At most one change that a stranger can see. What it returns is saved, under the fence, before anything else happens. */
export interface Step<Grant, Memo> {
  /**
   * safe: nobody sees it, or a repeat changes nothing. once: not again before `find` has said absent. forMs: may be
   * repeated for so long after the first try, since the network knows a repeat.
   */
  readonly repeat: 'safe' | 'once' | { readonly forMs: number }
  /** Of one try; 20 s. A try begins only under a lease that outlives it. */
  readonly deadlineMs?: number
  /** Of all waits on this step ("still transcoding"); 15 min. */
  readonly patienceMs?: number
  /** `absent` counts only so long after the last try's deadline; 30 s. */
  readonly settleMs?: number
  /**
   * A stranger can see what it does. Of course so for `once` and `forMs`; to be said of a `safe` step whose repeat changes
   * nothing (a record under a key of ours), so that it too is begun by an intent: from then on it cannot be cancelled,
   * and giving up on it does not claim that nothing is there.
   */
  readonly shows?: true
  /**
   * The step that prepares what this one sends, where that names the moment: after a wait it comes first again. As long
   * as a try may have arrived, what it sent is sent again as it was.
   */
  readonly preparedBy?: string
  /** The post is out already: failing is a warning. */
  readonly optional?: true
  run(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Next<Memo>>
  find?(call: Call<Grant>, post: Outgoing, memo: Memo, doubt: Doubt): Promise<Next<Memo> | 'absent' | 'unsure'>
}

export type Next<Memo> = {
  readonly memo: Memo
  /** Public from now on: can never become `failed` any more. Parts count from 0, as in `Outgoing.parts`. */
  readonly shown?: { readonly part: number; readonly remoteId: string | null; readonly url: string | null }
  /** By which the network's own webhooks name it. */
  readonly handle?: string
  /** What the memo names is worthless after it: begin again, unless something is shown. */
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
   * The grant is no good: refresh, or the person has to connect again. `final`: the network has said what is the matter with
   * the account, such as that it is deactivated, and no renewal changes that.
   */
  | { readonly is: 'reauth'; readonly why: string; readonly final?: true }
  /** Our app there (credits, version, trial): the network rests, and the operator is told. */
  | { readonly is: 'operator'; readonly why: string }
  /** A handle died: back to that step. */
  | ({ readonly is: 'again'; readonly from: string; readonly why: string } & MaybeNothingOut)
  /** It may have happened: ask `find`. */
  | { readonly is: 'doubt'; readonly why: string }
  /** It did not happen and never will. `why` is for people: what is wrong and what would be right. */
  | ({ readonly is: 'refused'; readonly code: string; readonly why: string } & MaybeNothingOut)

/** The network says of what it had accepted that nothing came of it. Without that it could be out for all we know. */
type MaybeNothingOut = { readonly nothingOut?: true }

export interface Doubt {
  readonly first: Date
  readonly last: Date
  readonly tries: number
  readonly failure: Failure | null
  /** False for what belongs to another publication. */
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

/** What a step has in hand. `born` and `key` are the same on every try. */
export interface Call<Grant> extends ReadCall<Grant> {
  readonly born: Date
  /** The time by the service's clock; for what a network must be told, never for waiting. */
  readonly now: Date
  /** A name for a part that stays the same on every try: 26 characters, derived from the publication. */
  key(part: number): string
  /** The bytes of a file as this network takes them: fitted once, then the same on every try. */
  media(item: OutgoingMedia, rule?: MediaRule): Promise<Sendable>
  /** Where the network itself can fetch the same for an hour at least, without a credential. */
  link(item: OutgoingMedia, rule?: MediaRule): Promise<string>
  /** A still picture from elsewhere, made to follow a rule. Throws `MediaUnfit` for what is none, or cannot follow it. */
  fit(bytes: Uint8Array, rule: MediaRule): Promise<Sendable>
  /** Saves a checkpoint within a step; throws when fenced off or cancelled. */
  keep(memo: JsonObject): Promise<void>
}

export interface MediaRule {
  readonly formats?: readonly string[]
  readonly maxBytes?: number
  readonly maxWidth?: number
  readonly maxHeight?: number
  readonly maxPixels?: number
  readonly aspect?: { readonly min: number; readonly max: number }
}

export interface Sendable {
  readonly contentType: string
  readonly size: number
  readonly width: number
  readonly height: number
  /** Bytes [start, end), or all. */
  read(start?: number, end?: number): Promise<Buffer>
  stream(): AsyncIterable<Uint8Array>
}

/** The file cannot be made to fit; the rule with its numbers. */
export class MediaUnfit extends Error {
  override readonly name = 'MediaUnfit'
}

export interface Metrics {
  readonly remoteId: string
  /** Null: the post is gone there. */
  readonly counts: Readonly<
    Partial<Record<'likes' | 'comments' | 'shares' | 'quotes' | 'saves' | 'views', number>>
  > | null
}

export interface Reading {
  readonly scope: 'account' | 'app' | 'node'
  readonly remaining: number
  readonly resetsAt: Date
}
