import type { Db, Tx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { hasRight, type ProfileRole } from '#kernel/rights.ts'
import type { PostDeps } from '../deps.ts'
import type { PostAtHand } from '../post-for.ts'
import { readContent } from './digest.ts'
import { isApproved } from './rule.ts'
import { listDecisions, readRules } from './store.ts'

/**
 * Decides what happens when someone schedules or publishes a post. Returns true if it is submitted: a contributor's post
 * gets its time, and is published only with an approval. Refuses if the profile requires none, because then no one else
 * would see it first.
 */
export async function mustSubmit(
  db: Db,
  { role, profileId }: { readonly role: ProfileRole; readonly profileId: ProfileId },
): Promise<boolean> {
  if (hasRight(role, 'publish')) return false
  if ((await readRules(db, [profileId])).has(profileId)) return true
  return refuse('profile_role_required', { detail: onlyDrafts })
}

/**
 * Refuses to let a contributor change, withdraw or delete what is published without another look: a post that is
 * scheduled and needs no approval or has one, a post that has begun, and the template of a recurring rule.
 */
export async function requireMayChange(deps: PostDeps, tx: Tx, post: PostAtHand): Promise<void> {
  if (hasRight(post.role, 'publish')) return
  if (await deps.guards.isTemplate(tx, post.id)) refuse('profile_role_required', { detail: isTemplate })
  if (post.status === 'draft') return
  if (post.status !== 'scheduled' && post.status !== 'queued')
    refuse('profile_role_required', { detail: `The post is ${post.status}. ${onlyEditors}` })
  const rule = (await readRules(tx, [post.profileId])).get(post.profileId)
  if (!rule) refuse('profile_role_required', { detail: `The post is ${post.status}. ${onlyEditors}` })
  const digests = (await readContent(deps, tx, post))?.digests ?? []
  const decisions = await listDecisions(tx, [post.id])
  if (digests.some((digest) => isApproved(rule, digest, decisions)))
    refuse('profile_role_required', { detail: `The post is approved and ${post.status}. ${onlyEditors}` })
}

const onlyDrafts =
  'You are a contributor to this profile, and its posts need no approval. Save the post as a draft. Its editors, admins ' +
  'and owner can schedule and publish it.'
const onlyEditors = 'Only the editors, admins and owner of this profile can change it now.'
const isTemplate = `A recurring post publishes copies of this post. ${onlyEditors}`
