import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Each, eachOf } from '#kernel/each.ts'
import { type Fault, refuseAt } from '#kernel/errors.ts'
import type { ProfileId, SlotPlanId } from '#kernel/ids.ts'
import type { Right } from '#kernel/rights.ts'
import { type PublishingProfile, publishingProfileFor, readAccountsByIds } from '#modules/accounts/index.ts'
import { findMediaByIds } from '#modules/media/index.ts'
import { listMediaIds } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import type { NewPost } from '../schema/requests.ts'
import { type PostRow, readUserTimezone } from '../store/posts.ts'
import type { TargetRow } from '../store/targets.ts'
import type { Draft, DraftTarget } from './draft.ts'
import { type Fetched, nothingFetched } from './fetch-media.ts'
import { collectFiles, type MediaLookup, resolveMedia, settleMedia } from './resolve-media.ts'
import { resolveTargets } from './resolve-targets.ts'
import { findLatestFaults, findScheduleFaults, lastTimeOf, resolveMoment } from './times.ts'

/** A post of a request, resolved to accounts, files and instants. */
export interface NewDraft extends Draft {
  readonly input: NewPost
  readonly profile: PublishingProfile
  readonly scheduledAt: Date | null
  readonly latestAt: Date | null
  /** The plan that gives the post its time. */
  readonly slotPlanId?: SlotPlanId
  /** Errors in the request: accounts, files and times that cannot be resolved. */
  readonly faults: readonly Fault[]
}

interface LoadOptions {
  readonly needs: Right
  readonly fetched?: Fetched
  /** The path of each post in the request. The root for a single post. */
  readonly pathOf?: (index: number) => string
  /** True if an unconnected account is not an error, because the post is only stored. */
  readonly mayLackAccount?: boolean
}

/**
 * Loads what the posts of a request need: one statement for each profile with its accounts, and one for all files.
 * Nothing is locked, so this runs before the transaction that stores the posts.
 */
export async function loadNewPosts<const Posts extends readonly NewPost[]>(
  deps: PostDeps,
  caller: Caller,
  inputs: Posts,
  { needs, fetched = nothingFetched, pathOf = () => '', mayLackAccount }: LoadOptions,
): Promise<Each<Posts, NewDraft>> {
  const profiles = new Map<ProfileId, PublishingProfile>()
  const lookup = await settleMedia(deps, caller, inputs, fetched)
  const drafts: NewDraft[] = []
  for (const [index, input] of inputs.entries()) {
    const { profileId } = input
    const profile =
      profiles.get(profileId) ??
      (await refuseAt(`${pathOf(index)}/profileId`, () => publishingProfileFor(deps.db, caller, profileId, needs)))
    profiles.set(profileId, profile)
    drafts.push(await resolvePost(deps, caller, input, profile, lookup, mayLackAccount ?? input.saveAsDraft))
  }
  return eachOf(inputs, drafts)
}

async function resolvePost(
  deps: PostDeps,
  caller: Caller,
  input: NewPost,
  profile: PublishingProfile,
  lookup: MediaLookup,
  mayLackAccount: boolean,
): Promise<NewDraft> {
  const { media, thread, platforms, faults } = resolveMedia(lookup, input)
  const resolved = resolveTargets(input.platforms, profile.accounts, { media: platforms, mayLackAccount })
  const readZone = async () => input.timezone ?? profile.timezone ?? (await readUserTimezone(deps.db, caller.uid))
  const scheduledAt = await resolveMoment(input.scheduledAt ?? null, readZone)
  const latestAt = await resolveMoment(input.latestAt ?? null, readZone)
  return {
    input,
    profile,
    scheduledAt,
    latestAt,
    post: {
      content: input.content,
      title: input.title ?? null,
      format: input.format,
      thread,
      mentions: input.mentions,
      media,
      language: input.language ?? null,
      firstComment: input.firstComment ?? null,
      link: input.link ?? null,
      settings: input.settings,
    },
    targets: resolved.targets,
    files: collectFiles(lookup),
    faults: [
      ...(scheduledAt ? findScheduleFaults(deps, scheduledAt) : []),
      ...findLatestFaults(latestAt, lastTimeOf(scheduledAt ?? deps.clock.now(), resolved.targets)),
      ...resolved.faults,
      ...faults,
    ],
  }
}

export type StoredTarget = TargetRow & DraftTarget
export type StoredDraft = Draft<StoredTarget, PostRow>

/** Loads the accounts and files of stored posts, with one statement each for any number of posts. */
export async function loadStoredPosts(
  db: Db,
  posts: readonly { readonly post: PostRow; readonly rows: readonly TargetRow[] }[],
): Promise<StoredDraft[]> {
  const accountIds = posts.flatMap(({ rows }) => rows.flatMap(({ accountId }) => accountId ?? []))
  const accounts = await readAccountsByIds(db, accountIds)
  const files = await findMediaByIds(db, [...new Set(posts.flatMap(({ post, rows }) => listMediaIds(post, rows)))])
  return posts.map(({ post, rows }) => ({
    post,
    targets: rows.map((row, index) => ({
      ...row,
      index,
      account: (row.accountId && accounts.get(row.accountId)) || null,
    })),
    files,
  }))
}
