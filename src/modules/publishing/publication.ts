import type { Failure, JsonObject, Outgoing } from '#connectors/connector.ts'
import type { Change } from './deps.ts'
import { liveStatuses, type RowStatus } from './state.ts'
import type { PublicationColumns } from './store/columns.ts'

/** The reason why the engine does not know the outcome of a call. */
export interface DoubtNote {
  readonly failure: Failure | null
  /** Number of failed find attempts. */
  readonly looks: number
  /** Set if publishing ends regardless; the find only determines whether the post exists. */
  readonly givenUp: { readonly code: string; readonly error: string; readonly raw: string | null } | null
  /** Set if a repeat was rejected, so that repeating again cannot reveal the first attempt's outcome. */
  readonly isRefused?: true
}

/** A step and its result. `found` and `not_found` mean that its response was lost and Posthorn looked up the post on the network. */
export interface TrailEntry {
  readonly step: string
  readonly did: 'done' | 'found' | 'not_found'
  readonly at: string
}

type JsonColumn = 'snapshot' | 'memo' | 'memoBefore' | 'doubt' | 'warnings' | 'trail'

/** The row, with the shapes of its JSON columns. */
export type Publication = Omit<PublicationColumns, JsonColumn> & {
  readonly snapshot: Outgoing
  readonly memo: JsonObject
  readonly memoBefore: Readonly<Record<string, JsonObject>>
  readonly doubt: DoubtNote | null
  readonly warnings: readonly string[]
  readonly trail: readonly TrailEntry[]
}

/** Columns that the engine changes after a row was inserted. */
export const changeableColumns = [
  'status',
  'dueAt',
  'step',
  'memo',
  'memoBefore',
  'memoDiesAt',
  'handle',
  'waitingSince',
  'heldWhy',
  'heldUntil',
  'spentAt',
  'spendsApp',
  'begunFirst',
  'begunLast',
  'begunTries',
  'doubt',
  'doubtUntil',
  'tries',
  'takenFence',
  'takeovers',
  'agains',
  'attempts',
  'accepted',
  'cancelAskedAt',
  'partsShown',
  'shownAt',
  'finishedAt',
  'remoteId',
  'url',
  'errorCode',
  'error',
  'rawError',
  'retryable',
  'warnings',
  'trail',
] as const

export type RowChanges = Partial<Pick<Publication, (typeof changeableColumns)[number] | 'revision'>>

/** The columns about attempts with an unknown outcome. */
export type TryColumns = Pick<Publication, 'begunFirst' | 'begunLast' | 'begunTries' | 'doubt' | 'doubtUntil'>

export const tryColumns = (publication: TryColumns): TryColumns => {
  const { begunFirst, begunLast, begunTries, doubt, doubtUntil } = publication
  return { begunFirst, begunLast, begunTries, doubt, doubtUntil }
}

/** A part that is now public. */
export interface ShownPart {
  readonly part: number
  readonly remoteId: string | null
  readonly url: string | null
}

/** The outcome of a visible call, for the record of the publication's calls. */
export interface CallResult {
  readonly outcome: string
  readonly sent: string | null
  readonly httpStatus: number | null
}

export const isLive = ({ status }: Pick<Publication, 'status'>): boolean =>
  (liveStatuses as readonly RowStatus[]).includes(status)

/** True for a reply of the inbox, which is not a post: networks count and space it apart from them. */
export const isReply = ({ format }: Pick<Publication, 'format'>): boolean => format === replyFormat

/** The format of a publication that is a reply. */
export const replyFormat = 'reply'

/** True if an attempt may have had an effect. */
export const isBegun = (publication: Publication): boolean => publication.begunFirst !== null

/** True if withdrawing the publication now could leave something on the network. */
export const isInFlight = (publication: Publication): boolean =>
  isBegun(publication) || publication.accepted || publication.partsShown > 0

export const describeChange = (publication: Publication, from: RowStatus): Change => ({
  targetId: publication.targetId,
  format: publication.format,
  publicationId: publication.id,
  ownerUid: publication.ownerUid,
  accountId: publication.accountId,
  network: publication.network,
  from,
  to: publication.status,
  parts: { shown: publication.partsShown, total: publication.partsTotal },
  remoteId: publication.remoteId,
  url: publication.url,
  errorCode: publication.errorCode,
  error: publication.error,
})
