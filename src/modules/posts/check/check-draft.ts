import type { PlanFit } from '#connectors/check/media/plan-fit.ts'
import { type Paths, type PlatformPlan, validate } from '#connectors/check/validate.ts'
import type { Outgoing, OutgoingMedia, Plan } from '#connectors/connector.ts'
import type { Issue } from '#connectors/contract/codes.ts'
import type { Fault } from '#kernel/errors.ts'
import { type MediaId, toWire } from '#kernel/ids.ts'
import { planFit } from '#modules/media/index.ts'
import { listPlainNames, listPlainNamesOfComment } from '#rules/mentions.ts'
import { type Network, platformFields } from '#rules/network-names.ts'
import type { Overrides } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import type { Draft, DraftTarget, MediaById, PostContent } from '../draft/draft.ts'
import { composeOutgoing } from './compose-outgoing.ts'
import { partsFor } from './parts-for.ts'

/** An issue with a post that is found before publishing, with its path and its network. */
export interface PostIssue {
  readonly code: string
  readonly message: string
  readonly path?: string
  readonly fix?: string
  /** The values in the message, for clients that phrase it differently. */
  readonly params?: NonNullable<Fault['params']>
  readonly platform?: string
  readonly network?: Network
  readonly accountId?: string
}

interface Findings {
  /** Problems that prevent publishing. */
  readonly errors: readonly PostIssue[]
  /** Warnings that the author may accept. */
  readonly warnings: readonly PostIssue[]
  readonly infos: readonly PostIssue[]
}

/** The findings about one target. The target is enqueued with them, so it is planned only once. */
export interface CheckedTarget<Target extends DraftTarget = DraftTarget> extends Findings {
  readonly target: Target
  /** The content to send. Null if the target has no account, or its network is not available here. */
  readonly outgoing: Outgoing | null
  /** The connector's plan of `outgoing`. Null if its account is disconnected, so that nothing was planned. */
  readonly planned: Plan | null
  /** The plan as the API shows it. */
  readonly plan: PlatformPlan | null
}

export interface Checked<Target extends DraftTarget = DraftTarget> extends Findings {
  readonly targets: readonly CheckedTarget<Target>[]
}

/**
 * Checks a draft for all of its targets, against the limits of each network and the facts of each file. Every action
 * uses this one check. Pure.
 */
export function checkDraft<Target extends DraftTarget>(
  deps: Pick<PostDeps, 'connectors'>,
  draft: Draft<Target>,
): Checked<Target> {
  const targets = draft.targets.map((target) => checkTarget(deps, draft, target))
  return {
    errors: [
      ...findMissingFiles(draft),
      ...(targets.length === 0 ? [noPlatforms] : []),
      ...targets.flatMap(({ errors }) => errors),
    ],
    warnings: targets.flatMap(({ warnings }) => warnings),
    infos: targets.flatMap(({ infos }) => infos),
    targets,
  }
}

const noPlatforms: PostIssue = {
  code: 'platforms_missing',
  message: 'The post has no platforms.',
  path: '/platforms',
  fix: 'Choose an account, or save as draft.',
}

/** Checks one target. */
export function checkTarget<Target extends DraftTarget>(
  { connectors }: Pick<PostDeps, 'connectors'>,
  { post, files }: Pick<Draft, 'post' | 'files'>,
  target: Target,
): CheckedTarget<Target> {
  const { network, account, overrides, index } = target
  const at = { ...platformFields(network), ...(account ? { accountId: toWire('acc', account.id) } : {}) }
  const path = `/platforms/${index}`
  const connector = connectors[network]
  const outgoing = account && connector ? composeOutgoing(post, overrides, account, files) : null
  const unchecked = (code: string, message: string, fix: string): CheckedTarget<Target> => ({
    target,
    outgoing,
    planned: null,
    plan: null,
    errors: [{ code, message, fix, path, ...at }],
    warnings: [],
    infos: [],
  })
  if (!connector)
    return unchecked('platform_off', `${network} isn’t available on this server.`, 'Remove it from this post.')
  if (!account || !outgoing || account.status === 'disconnected')
    return unchecked('account_not_connected', `No ${network} account connected.`, 'Connect an account.')
  const found = validate({ connector, outgoing, planFit: fitFor(files), paths: pathsFor(post, overrides, path) })
  const locate = (issue: (typeof found.errors)[number]): PostIssue => ({ ...issue, ...at })
  const reconnect = { code: 'account_needs_reconnect', message: needsReconnect, path, ...at }
  return {
    target,
    outgoing,
    planned: found.planned,
    plan: found.plan,
    errors: found.errors.map(locate),
    warnings: found.warnings.map(locate),
    infos: [
      ...found.infos.map(locate),
      ...findPlainNames(target, post).map(locate),
      ...(account.status === 'needs_reconnect' ? [reconnect] : []),
    ],
  }
}

const needsReconnect = 'We’ve lost access to this account. Reconnect it to publish.'

/** Finds the names that stay plain text, part by part. */
function findPlainNames({ network, overrides, index }: DraftTarget, post: PostContent): Issue[] {
  if (post.mentions.length === 0) return []
  const paths = pathsFor(post, overrides, `/platforms/${index}`)
  const { firstComment = post.firstComment } = overrides
  const found = [
    ...partsFor(post, overrides).map(({ content }, part) => ({
      path: paths.text(part),
      names: listPlainNames(content, post.mentions, network),
    })),
    { path: paths.field('firstComment'), names: listPlainNamesOfComment(firstComment ?? '', post.mentions, network) },
  ]
  return found.flatMap(({ path, names }) => {
    if (names.length === 0) return []
    const message = `${names.join(', ')}: no handle on ${network}, so it stays plain text there.`
    return [{ code: 'mention_stays_plain' as const, message, path }]
  })
}

/** Plans the fitting of a file exactly as publishing does, from the known facts of the file. */
const fitFor =
  (files: MediaById): PlanFit =>
  (item: OutgoingMedia, rule) => {
    const file = files.get(item.mediaId as MediaId)
    if (file?.facts.kind !== 'image') return { action: 'as-is' }
    const { view } = item
    // The rule may name formats that we cannot make; they are not candidates.
    return planFit(
      { ...file.facts, size: file.size },
      { ...(rule as Parameters<typeof planFit>[1]), ...(view ? { view } : {}) },
    )
  }

/** Maps an error to its path: in the target if the target overrides the field, otherwise in the post. */
const pathsFor = (post: Draft['post'], overrides: Overrides, own: string): Paths => ({
  text: (part) => (part > 0 ? `/thread/${part - 1}/content` : `${overrides.content === undefined ? '' : own}/content`),
  media: (part, index) => {
    const place = part > 0 || overrides.thread !== 'join' ? { part, index } : placeOf(index, post, overrides)
    if (place.part > 0) return `/thread/${place.part - 1}/media/${place.index}`
    return `${overrides.media === undefined ? '' : own}/media/${place.index}`
  },
  field: (name) => `${overrides[name] === undefined ? '' : own}/${name}`,
})

/** Finds a file of a joined thread in the part that it comes from. */
function placeOf(index: number, { media, thread }: Draft['post'], overrides: Overrides) {
  let left = index
  for (const [part, files] of [overrides.media ?? media, ...thread.map((one) => one.media)].entries()) {
    if (left < files.length) return { part, index: left }
    left -= files.length
  }
  throw new Error('a joined thread has the files of its parts')
}

function findMissingFiles({ post, targets, files }: Draft): PostIssue[] {
  const lists = [
    { path: '/media', media: post.media },
    ...post.thread.map(({ media }, part) => ({ path: `/thread/${part}/media`, media })),
    ...targets.map(({ overrides, index }) => ({ path: `/platforms/${index}/media`, media: overrides.media ?? [] })),
  ]
  const message = 'This file was deleted.'
  const fix = 'Remove it or upload it again.'
  return lists.flatMap(({ path, media }) =>
    media.flatMap(({ mediaId }, index) =>
      mediaId === null || files.has(mediaId)
        ? []
        : [{ code: 'media_not_found', message, path: `${path}/${index}`, fix }],
    ),
  )
}
