import type { PlatformPlan } from '#connectors/check/validate.ts'
import type { Caller } from '#kernel/caller.ts'
import { mostFaults } from '#kernel/errors.ts'
import { fromWire, type ProfileId, toWire } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { findMediaByIds } from '#modules/media/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { type Judgement, judge, mediaIdsOf, type PostIssue, unconfirmed } from '../check/check-post.ts'
import { type Expected, quotaPlans } from '../check/expect-quota.ts'
import type { PostDeps } from '../deps.ts'
import { findMedia, nothingFetched } from '../draft/find-media.ts'
import { readForTarget } from '../draft/read-ahead.ts'
import { wantedTargets } from '../draft/resolve-targets.ts'
import { instantFor, latestFaults, scheduleFaults } from '../draft/times.ts'
import { threadOf, withMedia, writtenMedia } from '../draft/write-post.ts'
import type { Confirmed } from '../draft/written.ts'
import { byPlatform } from '../reading/present.ts'
import { createPostBody, type NewPost } from '../schema/wishes.ts'
import { userTimezone } from '../store/posts.ts'

/** Checks a post exactly as creating it would, and stores nothing. Faults are the answer, not a refusal. */
export async function validatePost(deps: PostDeps, caller: Caller, body: Readonly<Record<string, unknown>>) {
  const profileId = typeof body.profileId === 'string' ? fromWire('prof', body.profileId) : null
  const profile = profileId === null ? null : await profileFor(deps.db, caller, profileId as ProfileId, 'viewer')
  const parsed = createPostBody.safeParse(body, { reportInput: true })
  if (!parsed.success || !profile) {
    const errors = parsed.success ? [] : parsed.error.issues.flatMap((issue) => shapeIssues(issue))
    return answerOf({ errors, warnings: [], infos: [], plans: [] }, [])
  }
  const wish = parsed.data
  const accounts = await listProfileAccounts(deps.db, profile.id)
  const wanted = wantedTargets(wish.platforms, accounts, false)
  const written = writtenMedia(await findMedia(deps, deps.db, caller, wish, nothingFetched), wish)
  const targets = withMedia(wanted.targets, written)
  const post = {
    content: wish.content,
    title: wish.title ?? null,
    format: wish.format,
    thread: threadOf(wish.thread, written),
    media: written.media,
    language: wish.language ?? null,
    firstComment: wish.firstComment ?? null,
    link: wish.link ?? null,
    settings: wish.settings,
  }
  const overrides = targets.map((target) => target.overrides)
  const files = await findMediaByIds(deps.db, mediaIdsOf(post, overrides))
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const found = targets.map((target) => ({
    ...target,
    account: (target.accountId && byId.get(target.accountId)) || null,
  }))
  for (const target of found) await readForTarget(deps, post, target, accounts)
  const judged = judge(deps, post, found, files)
  // The faults of the wish explain already why no target is left.
  const ofTargets = wanted.faults.length > 0 && targets.length === 0 ? [] : judged.errors
  const zoneOf = async () => wish.timezone ?? profile.timezone ?? (await userTimezone(deps.db, caller.uid))
  const times = await timesOf(wish, zoneOf)
  const expected = await quotaPlans(deps, deps.db, post, found, { at: times.scheduledAt, postId: null })
  const warnings = [...judged.warnings, ...expected.flatMap(({ issue }) => issue ?? [])]
  const errors = [...timeIssues(deps, times), ...wanted.faults, ...written.faults, ...ofTargets]
  return answerOf(
    { ...judged, warnings, errors, infos: [...judged.infos, ...elsewhere(wish)] },
    wish.confirmWarnings,
    new Map(expected.map(({ accountId, quota }) => [accountId, quota])),
  )
}

async function timesOf(wish: NewPost, zoneOf: () => Promise<string>) {
  const scheduledAt = wish.scheduledAt ? await instantFor(wish.scheduledAt, zoneOf) : null
  const latestAt = wish.latestAt ? await instantFor(wish.latestAt, zoneOf) : null
  return { scheduledAt, latestAt }
}

function timeIssues(deps: PostDeps, { scheduledAt, latestAt }: Awaited<ReturnType<typeof timesOf>>): PostIssue[] {
  return [
    ...(scheduledAt ? scheduleFaults(deps, scheduledAt) : []),
    ...latestFaults(latestAt, scheduledAt ?? deps.clock.now()),
  ]
}

const elsewhere = (wish: NewPost): PostIssue[] =>
  wish.media.flatMap(({ url }, index) =>
    url === undefined
      ? []
      : [
          {
            code: 'media_not_fetched',
            message: 'A file elsewhere is fetched, and judged, when the post is armed.',
            path: `/media/${index}/url`,
          },
        ],
  )

function answerOf(
  { errors, warnings, infos, plans }: Judgement,
  accepted: Confirmed,
  quotas: ReadonlyMap<string, Expected | null> = new Map(),
) {
  const open = unconfirmed(warnings, accepted)
  const confirmed = warnings.filter((warning) => !open.includes(warning))
  return {
    canPublish: errors.length === 0 && open.length === 0,
    errors: listed(errors),
    warnings: listed(open),
    confirmedWarnings: listed(confirmed),
    infos: listed(infos),
    ...([errors, open, confirmed, infos].some(({ length }) => length > mostFaults) ? { truncated: true as const } : {}),
    perPlatformPlan: byPlatform(
      plans.map(({ network, accountId, plan }) => ({
        network,
        accountId,
        value: { accountId: toWire('acc', accountId), ...onTheWire(plan), quota: quotas.get(accountId) ?? null },
      })),
    ),
  }
}

/** Returns as many issues as a refusal lists. */
const listed = (issues: readonly PostIssue[]): PostIssue[] => issues.slice(0, mostFaults)

/** A plan names each file as the library does. */
function onTheWire(plan: PlatformPlan): object {
  const named = <Part extends Pick<PlatformPlan, 'media'>>(part: Part) => ({
    ...part,
    media: part.media.map((item) => ({ ...item, mediaId: toWire('media', item.mediaId) })),
  })
  return { ...named(plan), thread: plan.thread.map(named) }
}

type ZodIssue = NonNullable<ReturnType<typeof createPostBody.safeParse>['error']>['issues'][number]

function shapeIssues(issue: ZodIssue): PostIssue[] {
  const at = (steps: readonly PropertyKey[]) =>
    steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: at([...issue.path, key]),
      code: 'unknown_field',
      message: 'is not a known field',
    }))
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined
  return [
    {
      path: at(issue.path),
      code: isMissing ? 'required' : issue.code,
      message: isMissing ? 'is required' : issue.message,
    },
  ]
}
