import type { Refusal } from '#kernel/errors.ts'
import type { BulkEditId, PostId, ProfileId } from '#kernel/ids.ts'
import type { AccountForPublishing } from '#modules/accounts/index.ts'
import type { Confirmed } from '../content.ts'
import type { TextToAppend } from '../deps.ts'
import type { EditedField } from './describe-changes.ts'
import type { BulkChanges } from './schema.ts'

/** The data that all rows of a call share. */
export interface Run {
  readonly changes: BulkChanges
  readonly confirmWarnings: Confirmed | undefined
  readonly text: TextToAppend | null
  /** Null for a dry run. */
  readonly batchId: BulkEditId | null
  readonly accountsOf: (profileId: ProfileId) => Promise<readonly AccountForPublishing[]>
  readonly userZone: () => Promise<string>
}

/** A post that a call names. */
export interface Row {
  readonly postId: PostId
  readonly etag?: string | undefined
  readonly place: number
}

export interface RowResult {
  readonly postId: PostId
  readonly outcome: 'changed' | 'unchanged' | 'skipped' | 'refused'
  readonly refusal: Refusal | null
  readonly etag: string | null
  readonly changes: readonly EditedField[]
  readonly approvalsVoided: number
}
