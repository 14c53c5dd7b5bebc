import { trashDays } from '#rules/trash.ts'
import { listAccounts } from '#tasks/accounts/list-accounts.ts'
import { approvePost, rejectPost } from '#tasks/posts/approvals.ts'
import { cancelPost } from '#tasks/posts/cancel-post.ts'
import { createDraft } from '#tasks/posts/create-draft.ts'
import { deletePost } from '#tasks/posts/delete-post.ts'
import { editPost } from '#tasks/posts/edit-post.ts'
import { publishPost } from '#tasks/posts/publish-post.ts'
import { retryPost } from '#tasks/posts/retry-post.ts'
import { schedulePost } from '#tasks/posts/schedule-post.ts'
import { hasUnconfirmedWarnings } from '#tasks/run-task.ts'
import type { Api } from '#tasks/task.ts'
import { type Actor, chooseProfile, type Place } from './actor.ts'
import { chooseAccounts, drawCard, endOf, type Post } from './card.ts'
import type { Action, ActionButton, Message } from './message.ts'
import { decline, explain, refusals } from './refusals.ts'
import { pressTalk } from './talks.ts'
import { readTime } from './times.ts'

/** Reads a post as it is now. Throws a refusal if the person cannot see it. */
export async function readPost(api: Api, id: string) {
  const post = await api.getPost({ id }).catch((error: unknown) => {
    const { status } = error as { status?: unknown }
    if (status === 403 || status === 404) return decline(refusals.noPost)
    throw error
  })
  const targets = post.targets.map((target) => ({ ...target, url: target.platformUrl }))
  return { ...post, files: post.media.length, targets }
}

export const readAccounts = async (api: Api, profile: string) => (await listAccounts.run(api, { profile })).accounts

interface Look {
  readonly title?: string
  readonly text?: string
  readonly first?: ActionButton | undefined
}

/** Shows a post as it is now. */
export const showPost = async (actor: Actor, id: string, look: Look = {}): Promise<Message> =>
  showRead(actor, await readPost(actor.api, id), look)

async function showRead(actor: Actor, post: Post & { readonly profileId: string }, look: Look): Promise<Message> {
  const { timezone } = await actor.findPlace(post.profileId)
  const accounts = await readChoice(actor, post)
  return drawCard(post, { timezone, accounts, ...look })
}

/** Reads the accounts if buttons choose them. */
async function readChoice({ api, face }: Actor, { status, profileId }: { status: string; profileId: string }) {
  if (face.hasForms) return null
  return status === 'draft' ? await readAccounts(api, profileId) : []
}

interface NewDraft {
  readonly content: string
  /** Storage paths of files in the media library. */
  readonly files: readonly string[]
}

/** Stores a message as a draft for the default account of each network, and shows it. */
export async function writeDraft(
  actor: Actor,
  { profile, timezone }: Place,
  { content, files }: NewDraft,
): Promise<Message> {
  const accounts = await readAccounts(actor.api, profile.id)
  const media = files.map((storagePath) => ({ storagePath }))
  const chosen = chooseAccounts(accounts)
  const post = await createDraft.run(actor.api, { profile: profile.id, accounts: chosen, content, media })
  const look = { timezone, accounts: actor.face.hasForms ? null : accounts, title: `Draft saved in ${profile.name}` }
  return drawCard({ ...post, files: media.length }, look)
}

/** Tries to change a post, and shows the outcome. If the change is rejected, the message contains the reason. */
export async function change(
  actor: Actor,
  post: string,
  run: () => Promise<unknown>,
  anyway?: ActionButton,
): Promise<Message> {
  try {
    await run()
  } catch (error) {
    const first = hasUnconfirmedWarnings(error) ? anyway : undefined
    return await showPost(actor, post, { text: explain(error), first })
  }
  return await showPost(actor, post)
}

interface Confirming {
  readonly confirmWarnings?: true
}

export const publish = (actor: Actor, post: string, confirming: Confirming = {}): Promise<Message> =>
  change(actor, post, () => publishPost.run(actor.api, { post, dryRun: false, ...confirming }), {
    label: 'Publish anyway',
    verb: 'publishAnyway',
    subject: post,
    look: 'danger',
  })

/** Schedules a post at a time as the API takes it. */
export async function schedule(actor: Actor, post: string, at: string, confirming: Confirming = {}): Promise<Message> {
  const { profileId } = await readPost(actor.api, post)
  const { timezone } = await actor.findPlace(profileId)
  const run = () => schedulePost.run(actor.api, { post, at, timezone, dryRun: false, ...confirming })
  const anyway = { label: 'Schedule anyway', verb: 'scheduleAnyway', subject: post, extra: at, look: 'danger' } as const
  return await change(actor, post, run, anyway)
}

/** Rejects a post that waits for approval. */
export async function reject({ api }: Actor, post: string, reason: string): Promise<Message> {
  await rejectPost.run(api, { post, reason })
  return { text: 'Rejected. It’s back in drafts with your reason.' }
}

/**
 * Performs a button's action. The button may be old or forged, so everything is done as the person who pressed it, and
 * the post is read again. The message with the button then shows the result.
 */
export async function press(actor: Actor, action: Action): Promise<Message> {
  const { api } = actor
  const { verb, subject, extra = '' } = action
  switch (verb) {
    case 'show':
      return await showPost(actor, subject)
    case 'account':
      return await toggleAccount(actor, subject, extra)
    case 'publish':
      return await publish(actor, subject)
    case 'publishAnyway':
      return await publish(actor, subject, { confirmWarnings: true })
    case 'schedule': {
      const { timezone } = await actor.findPlace((await readPost(api, subject)).profileId)
      const at = readTime(extra, actor.clock.now(), timezone)
      return at === null ? await showPost(actor, subject) : await schedule(actor, subject, at)
    }
    case 'scheduleAnyway':
      return await schedule(actor, subject, extra, { confirmWarnings: true })
    case 'unschedule':
      return await change(actor, subject, () => cancelPost.run(api, { post: subject }))
    case 'retry':
      return await change(actor, subject, () => retryPost.run(api, { post: subject }))
    case 'discard':
      return await discard(api, subject)
    case 'approve':
      return await approve(actor, subject, extra)
    case 'reject':
      return await reject(actor, subject, `Rejected in ${actor.face.network}.`)
    case 'profile':
      return { text: `You’re now posting as ${await chooseProfile(actor, subject)}.` }
    default:
      return (await pressTalk(actor, action)) ?? decline('This button has expired.')
  }
}

/** Adds an account to a post, or removes it. */
async function toggleAccount(actor: Actor, id: string, end: string): Promise<Message> {
  const post = await readPost(actor.api, id)
  const account = (await readAccounts(actor.api, post.profileId)).find((one) => endOf(one.id) === end)
  const chosen = post.targets.flatMap(({ accountId }) => accountId ?? [])
  const others = chosen.filter((one) => one !== account?.id)
  const accounts = account && others.length === chosen.length ? [...chosen, account.id] : others
  return await change(actor, id, () => editPost.run(actor.api, { post: id, accounts }))
}

async function discard(api: Api, post: string): Promise<Message> {
  await deletePost.run(api, { post }).catch((error: unknown) => {
    const { status, code } = error as { status?: unknown; code?: unknown }
    if (status !== 404 && code !== 'post_in_trash') throw error
  })
  return { text: `Moved to trash. You can restore it in Posthorn for ${trashDays} days.` }
}

/** Approves the version that the person saw: after an edit, it must be reviewed again. */
async function approve(actor: Actor, post: string, seen: string): Promise<Message> {
  const { contentHash } = await actor.api.getPostApprovals({ id: post })
  if (seen === '' || !contentHash?.startsWith(seen)) return decline(refusals.changedSince)
  await approvePost.run(actor.api, { post, contentHash })
  return await showPost(actor, post, { title: 'You approved this post' })
}
