import type { Tx } from '#infra/db/client.ts'
import { type Fault, refuse } from '#kernel/errors.ts'
import { newId, type PostId } from '#kernel/ids.ts'
import { type AccountForPublishing, readAccountsByIds } from '#modules/accounts/index.ts'
import { findMediaByIds } from '#modules/media/index.ts'
import type { Network } from '#rules/network-names.ts'
import { type Judgement, judge, mediaIdsOf } from '../check/check-post.ts'
import type { PostContent } from '../check/compose-outgoing.ts'
import { type QuotaDeps, quotaWarnings, type When } from '../check/expect-quota.ts'
import type { PostRow } from '../store/posts.ts'
import { keepMedia } from '../store/statuses.ts'
import type { NewTargetRow, TargetRow } from '../store/targets.ts'
import { type MediaFound, type MediaWishes, mediaOfPlatform } from './find-media.ts'
import type { WantedTarget } from './resolve-targets.ts'
import type { Overrides, WrittenMedia, WrittenPart } from './written.ts'

/** Converts the files of a request to their stored form, list by list, and collects their faults. */
export function writtenMedia(found: MediaFound, wishes: MediaWishes) {
  const faults: Fault[] = []
  const list = (items: MediaWishes['media'] = [], path: string): readonly WrittenMedia[] =>
    items.map((item, index) => {
      const one = found.ofItem(item, `${path}/${index}`)
      faults.push(...one.faults)
      return one.written
    })
  const media = list(wishes.media, '/media')
  const thread = (wishes.thread ?? []).map((part, index) => list(part.media, `/thread/${index}/media`))
  const platforms = (wishes.platforms ?? []).map((one, index) => {
    const own = mediaOfPlatform(one)
    return own === undefined ? undefined : list(own, `/platforms/${index}/media`)
  })
  return { media, thread, platforms, faults }
}

export type Written = ReturnType<typeof writtenMedia>

export const threadOf = (parts: readonly { readonly content: string }[], written: Written): readonly WrittenPart[] =>
  parts.map(({ content }, index) => ({ content, media: written.thread[index] ?? [] }))

export const withMedia = (targets: readonly WantedTarget[], written: Written): readonly WantedTarget[] =>
  targets.map((target) => {
    const media = written.platforms[target.index]
    return media === undefined ? target : { ...target, overrides: { ...target.overrides, media } }
  })

/** Matches the wanted targets to the stored ones. A target that is named again keeps its row. */
export function rowsFor(
  post: Pick<PostRow, 'id' | 'ownerUid'>,
  wanted: readonly WantedTarget[],
  before: readonly TargetRow[],
  now: Date,
): { readonly kept: readonly NewTargetRow[]; readonly added: readonly NewTargetRow[]; readonly gone: TargetRow[] } {
  const left = [...before]
  const kept: NewTargetRow[] = []
  const added: NewTargetRow[] = []
  wanted.forEach(({ network, accountId, overrides }, position) => {
    const same = (row: TargetRow) => row.network === network && row.accountId === accountId
    const at = left.findIndex(same)
    const open = at >= 0 ? at : left.findIndex((row) => row.network === network && row.accountId === null)
    const [known] = open >= 0 ? left.splice(open, 1) : []
    const row = { accountId, network, position, overrides, ownerUid: post.ownerUid, postId: post.id }
    if (known) kept.push({ ...row, id: known.id, createdAt: known.createdAt })
    else added.push({ ...row, id: newId<'tgt'>(now), createdAt: now })
  })
  return { kept, added, gone: left }
}

export interface ToJudge {
  readonly network: Network
  readonly accountId: TargetRow['accountId']
  readonly overrides: Overrides
}

export interface JudgePostOptions {
  readonly known?: readonly AccountForPublishing[]
  /** Null: do not check the quotas. */
  readonly when: When | null
}

/** Checks a post as it would be sent. */
export async function judgePost(
  deps: QuotaDeps,
  tx: Tx,
  post: PostContent,
  targets: readonly ToJudge[],
  { known, when }: JudgePostOptions,
): Promise<Judgement> {
  const ids = targets.flatMap(({ accountId }) => (accountId ? [accountId] : []))
  const accounts = known ? new Map(known.map((account) => [account.id, account])) : await readAccountsByIds(tx, ids)
  const overrides = targets.map((target) => target.overrides)
  const files = await findMediaByIds(tx, mediaIdsOf(post, overrides))
  const found = targets.map((target, index) => ({
    ...target,
    index,
    account: (target.accountId && accounts.get(target.accountId)) || null,
  }))
  const judged = judge(deps, post, found, files)
  if (when === null) return judged
  return { ...judged, warnings: [...judged.warnings, ...(await quotaWarnings(deps, tx, post, found, when))] }
}

/** Refuses when a file is still elsewhere: it was added while the others were being fetched. */
export function demandAllHere(post: Pick<PostContent, 'media' | 'thread'>, overrides: readonly Overrides[]): void {
  const lists = [post.media, ...post.thread.map(({ media }) => media), ...overrides.map(({ media }) => media ?? [])]
  const left = lists.flat().find(({ mediaId }) => mediaId === null)
  if (left)
    refuse('media_unreachable', {
      detail: `${left.url ?? 'A file'} was put in while the others were fetched. Send the request again.`,
    })
}

export const keepMediaOf = (
  tx: Tx,
  id: PostId,
  post: Pick<PostContent, 'media' | 'thread'>,
  overrides: readonly Overrides[],
  isNew = false,
): Promise<void> => keepMedia(tx, id, mediaIdsOf(post, overrides), isNew)
