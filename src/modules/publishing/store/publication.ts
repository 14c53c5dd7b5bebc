import type { Selectable } from 'kysely'
import type { Failure, JsonObject, Outgoing } from '#connectors/connector.ts'
import type { PublicationTable } from '#infra/db/tables.ts'
import type { Change } from '../deps.ts'
import type { RowStatus } from '../state.ts'

/** Why the engine does not know what became of a call. */
export interface DoubtNote {
  readonly failure: Failure | null
  /** How often looking for the outcome has failed. */
  readonly looks: number
  /** It is given up in any case; what is left to find out is whether it is there. */
  readonly givenUp: { readonly code: string; readonly error: string; readonly raw: string | null } | null
  /** A repeat was refused, so another one cannot tell what became of the first try. */
  readonly isRefused?: true
}

type JsonColumn = 'snapshot' | 'memo' | 'memoBefore' | 'doubt' | 'warnings'

/** The row, with the shapes that its JSON has. */
export type Publication = Omit<Selectable<PublicationTable>, JsonColumn> & {
  readonly snapshot: Outgoing
  readonly memo: JsonObject
  readonly memoBefore: Readonly<Record<string, JsonObject>>
  readonly doubt: DoubtNote | null
  readonly warnings: readonly string[]
}

/** A try was made, and it is not known that nothing came of it. */
export const isBegun = (publication: Publication): boolean => publication.begunFirst !== null

/** Withdrawing it now could leave something behind. */
export const isInFlight = (publication: Publication): boolean =>
  isBegun(publication) || publication.accepted || publication.partsShown > 0

export const changeOf = (publication: Publication, from: RowStatus): Change => ({
  targetId: publication.targetId,
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
