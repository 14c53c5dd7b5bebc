import type { PlanFit } from '#connectors/check/plan-fit.ts'
import { type Paths, validate } from '#connectors/check/validate.ts'
import type { OutgoingMedia } from '#connectors/connector.ts'
import { type AccountId, type MediaId, toWire } from '#kernel/ids.ts'
import type { AccountForPublishing } from '#modules/accounts/index.ts'
import { planFit } from '#modules/media/index.ts'
import { type Network, platformFields } from '#rules/network-names.ts'
import type { PostDeps } from '../deps.ts'
import type { Confirmed, Overrides, WrittenMedia } from '../draft/written.ts'
import { type MediaById, outgoingOf, type PostContent } from './compose-outgoing.ts'

/** A finding about a post before it goes out, with its place and its network. */
export interface PostIssue {
  readonly code: string
  readonly message: string
  readonly path?: string
  readonly fix?: string
  readonly platform?: string
  readonly network?: Network
  readonly accountId?: string
}

export interface Judgement {
  readonly errors: readonly PostIssue[]
  readonly warnings: readonly PostIssue[]
  readonly infos: readonly PostIssue[]
  readonly plans: readonly TargetPlan[]
}

export interface TargetPlan {
  readonly network: Network
  readonly accountId: AccountId
  readonly plan: ReturnType<typeof validate>['plan']
}

export interface TargetToJudge {
  /** Index in the list of platforms that was sent. */
  readonly index: number
  readonly network: Network
  readonly account: AccountForPublishing | null
  readonly overrides: Overrides
}

export type JudgeDeps = Pick<PostDeps, 'connectors'>

/**
 * Checks a post for all targets, from the limits of each network and the facts of each file. Every action uses this one
 * check. Pure.
 */
export function judge(
  deps: JudgeDeps,
  post: PostContent,
  targets: readonly TargetToJudge[],
  files: MediaById,
): Judgement {
  const errors: PostIssue[] = missingFiles(post, targets, files)
  const warnings: PostIssue[] = []
  const infos: PostIssue[] = []
  const plans: TargetPlan[] = []
  if (targets.length === 0) errors.push(noPlatforms)
  for (const target of targets) {
    const judged = judgeTarget(deps, post, target, files)
    errors.push(...judged.errors)
    warnings.push(...judged.warnings)
    infos.push(...judged.infos)
    plans.push(...judged.plans)
  }
  return { errors, warnings, infos, plans }
}

const noPlatforms: PostIssue = {
  code: 'platforms_missing',
  message: 'The post names no platform to go to.',
  path: '/platforms',
  fix: 'Name at least one, or save it as a draft.',
}

/** Checks one target. */
export function judgeTarget(
  { connectors }: JudgeDeps,
  post: PostContent,
  target: TargetToJudge,
  files: MediaById,
): Judgement {
  const { network, account, overrides } = target
  const at = { ...platformFields(network), ...(account ? { accountId: toWire('acc', account.id) } : {}) }
  const path = `/platforms/${target.index}`
  const bad = (code: string, message: string, fix: string): Judgement => ({
    errors: [{ code, message, fix, path, ...at }],
    warnings: [],
    infos: [],
    plans: [],
  })
  const connector = connectors[network]
  if (!connector) return bad('platform_off', `${network} is not to be had here.`, 'Leave it out.')
  if (!account || account.status === 'disconnected')
    return bad('account_not_connected', `No account on ${network} is connected for this.`, 'Connect one first.')
  const judged = validate({
    connector,
    outgoing: outgoingOf(post, overrides, account, files),
    planFit: fitOf(files),
    paths: pathsOf(overrides, path),
  })
  const of = (issue: (typeof judged.errors)[number]): PostIssue => ({ ...issue, ...at })
  const reconnect: readonly PostIssue[] =
    account.status === 'needs_reconnect' ? [{ code: 'account_needs_reconnect', message: lost, path, ...at }] : []
  return {
    errors: judged.errors.map(of),
    warnings: judged.warnings.map(of),
    infos: [...judged.infos.map(of), ...reconnect],
    plans: [{ network, accountId: account.id, plan: judged.plan }],
  }
}

const lost = 'The network no longer takes our access. What is sent there waits until the account is connected again.'

/** Plans the fitting of a file exactly as publishing does it, from the known facts of the file. */
const fitOf =
  (files: MediaById): PlanFit =>
  (item: OutgoingMedia, rule) => {
    const file = files.get(item.mediaId as MediaId)
    if (file?.facts.kind !== 'image') return { action: 'as-is' }
    // The rule may name formats that we cannot make; they are not candidates.
    return planFit({ ...file.facts, size: file.size }, rule as Parameters<typeof planFit>[1])
  }

/** Maps a fault to its place: in the target if the target overrides the field, otherwise in the post. */
const pathsOf = (overrides: Overrides, own: string): Paths => ({
  text: (part) => (part > 0 ? `/thread/${part - 1}/content` : `${overrides.content === undefined ? '' : own}/content`),
  media: (part, index) =>
    part > 0 ? `/thread/${part - 1}/media/${index}` : `${overrides.media === undefined ? '' : own}/media/${index}`,
})

function missingFiles(post: PostContent, targets: readonly TargetToJudge[], files: MediaById): PostIssue[] {
  const lists: readonly (readonly [string, readonly WrittenMedia[]])[] = [
    ['/media', post.media],
    ...post.thread.map(({ media }, part) => [`/thread/${part}/media`, media] as const),
    ...targets.map(({ overrides, index }) => [`/platforms/${index}/media`, overrides.media ?? []] as const),
  ]
  return lists.flatMap(([path, media]) =>
    media.flatMap(({ mediaId }, index) =>
      mediaId !== null && !files.has(mediaId)
        ? [
            {
              code: 'media_not_found',
              message: 'This file is not there any more.',
              path: `${path}/${index}`,
              fix: 'Leave it out, or upload it again.',
            },
          ]
        : [],
    ),
  )
}

/** Returns the warnings that have not been confirmed. */
export const unconfirmed = (warnings: readonly PostIssue[], confirmed: Confirmed): readonly PostIssue[] =>
  confirmed === true ? [] : warnings.filter(({ code }) => !confirmed.includes(code))

/** Returns the ids of all files that a post and its targets show. */
export function mediaIdsOf(
  post: Pick<PostContent, 'media' | 'thread'>,
  overrides: readonly Overrides[],
): readonly MediaId[] {
  const lists = [post.media, ...post.thread.map(({ media }) => media), ...overrides.map(({ media }) => media ?? [])]
  const items = lists.flat()
  return [...new Set(items.flatMap(({ mediaId, thumbnailId }) => [mediaId, thumbnailId ?? null]))].filter(
    (id) => id !== null,
  )
}
