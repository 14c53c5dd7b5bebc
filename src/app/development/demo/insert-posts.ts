import { createHash, randomUUID } from 'node:crypto'
import type { Outgoing } from '#connectors/connector.ts'
import { bulkInsert } from '#infra/db/bulk-insert.ts'
import type { Tx } from '#infra/db/client.ts'
import { minutes } from '#kernel/clock.ts'
import { newId, type PostTargetId, type ProfileId, type RecurringRuleId, type UserId } from '#kernel/ids.ts'
import type { AccountForPublishing } from '#modules/accounts/index.ts'
import type { MediaRow } from '#modules/media/index.ts'
import { recordPastRuns } from '#modules/planning/index.ts'
import { composeOutgoing } from '#modules/posts/index.ts'
import type { PastPost } from './plan-year.ts'

interface Past {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly accounts: readonly AccountForPublishing[]
  readonly pictures: readonly MediaRow[]
  readonly ruleId: RecurringRuleId
  readonly posts: readonly PastPost[]
}

/** A target published on its network. */
export interface OutTarget {
  readonly post: PastPost
  readonly account: AccountForPublishing
  readonly targetId: PostTargetId
  readonly publicationId: string
  readonly remoteId: string
}

/** Stores posts as if they had been published. Returns their published targets. */
export async function insertPosts(tx: Tx, past: Past): Promise<OutTarget[]> {
  const built = past.posts.map((post) => buildPost(past, post))
  await bulkInsert(
    tx,
    'post',
    built.map(({ row }) => row),
  )
  await bulkInsert(
    tx,
    'publication',
    built.flatMap(({ publications }) => publications),
  )
  await bulkInsert(
    tx,
    'postTarget',
    built.flatMap(({ targets }) => targets),
  )
  await bulkInsert(
    tx,
    'mediaUse',
    built.flatMap(({ uses }) => uses),
  )
  const weekly = built.map(({ row }) => row).filter(({ recurringRuleId }) => recurringRuleId !== null)
  await recordPastRuns(tx, past.ruleId, weekly)
  return built.flatMap(({ out }) => out)
}

function buildPost({ ownerUid, profileId, accounts, pictures, ruleId }: Past, post: PastPost) {
  const { publishedAt } = post
  const createdAt = new Date(publishedAt.getTime() - minutes(90))
  const id = newId<'post'>(createdAt)
  const chosen = accounts.filter(({ network }) => post.networks.includes(network))
  const picture = post.picture === null ? undefined : pictures[post.picture]
  const isOut = ({ network }: AccountForPublishing) => !post.failedAt.includes(network)
  const written = {
    content: post.content,
    title: null,
    format: 'post',
    thread: [],
    mentions: [],
    media: picture ? [{ mediaId: picture.id, storagePath: picture.storagePath }] : [],
    language: null,
    firstComment: null,
    link: null,
    settings: {},
  }
  const files = new Map(picture ? [[picture.id, picture]] : [])
  const built = chosen.map((account, position) => {
    const targetId = newId<'tgt'>(createdAt)
    const snapshot = composeOutgoing(written, {}, account, files)
    const publication = buildPublication(account, { publishedAt, snapshot, targetId, isOut: isOut(account) })
    const target = {
      id: targetId,
      ownerUid,
      postId: id,
      accountId: account.id,
      network: account.network,
      position,
      overrides: {},
      publicationId: publication.id,
      round: 1,
      createdAt,
    }
    return { account, target, publication }
  })
  const outcome = chosen.every(isOut) ? 'published' : chosen.some(isOut) ? 'partial' : 'failed'
  const row = {
    id,
    ownerUid,
    authorUid: ownerUid,
    profileId,
    intent: 'scheduled' as const,
    status: outcome as 'published' | 'partial' | 'failed',
    statusSince: publishedAt,
    round: 1,
    toldRound: 1,
    ...written,
    tags: [...post.tags],
    metadata: {},
    confirmedWarnings: [],
    recurringRuleId: post.isWeekly ? ruleId : null,
    scheduledAt: publishedAt,
    publishedAt,
    createdAt,
    updatedAt: publishedAt,
  }
  return {
    row,
    targets: built.map(({ target }) => target),
    publications: built.map(({ publication }) => publication),
    uses: picture ? [{ postId: id, mediaId: picture.id }] : [],
    out: built
      .filter(({ account }) => isOut(account))
      .map(({ account, target, publication }) => ({
        post,
        account,
        targetId: target.id,
        publicationId: publication.id,
        remoteId: publication.remoteId ?? '',
      })),
  }
}

const failure = {
  errorCode: 'network_unavailable',
  error: 'The network did not respond for half an hour.',
  retryable: true,
}

interface Sending {
  readonly publishedAt: Date
  readonly snapshot: Outgoing
  readonly targetId: PostTargetId
  readonly isOut: boolean
}

function buildPublication(
  { id: accountId, ownerUid, remoteAccountId, network }: AccountForPublishing,
  { publishedAt, snapshot, targetId, isOut }: Sending,
) {
  const id = randomUUID()
  const shared = {
    id,
    ownerUid,
    targetId,
    accountId,
    remoteAccountId,
    network,
    bornAt: publishedAt,
    keyOf: id,
    snapshot,
    textHash: createHash('sha256')
      .update(JSON.stringify(snapshot.parts.map(({ text }) => text)))
      .digest('hex'),
    wantedAt: publishedAt,
    memo: {},
    memoBefore: {},
    trail: [],
    warnings: [],
    step: 'done',
    attempts: 1,
    finishedAt: publishedAt,
    dueAt: null,
  }
  return isOut
    ? {
        ...shared,
        status: 'published' as const,
        accepted: true,
        partsShown: 1,
        shownAt: publishedAt,
        remoteId: `demo-${id}`,
        errorCode: null,
        error: null,
        retryable: false,
      }
    : {
        ...shared,
        status: 'failed' as const,
        accepted: false,
        partsShown: 0,
        shownAt: null,
        remoteId: null,
        ...failure,
      }
}
