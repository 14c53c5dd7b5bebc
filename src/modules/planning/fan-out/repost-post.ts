import { inTx } from '#infra/db/client.ts'
import type { PostId } from '#kernel/ids.ts'
import { listNetworks } from '#modules/accounts/index.ts'
import {
  clonePosts,
  listDescendants,
  listPostsByIds,
  listTargetsOfPosts,
  lockPosts,
  noteMaster,
  type PostRow,
} from '#modules/posts/index.ts'
import { listLiveLinks, type ProfileLinkRow } from '#modules/profiles/index.ts'
import type { Network } from '#rules/network-names.ts'
import type { PlanningDeps } from '../deps.ts'
import { prefixTags, readRules } from './inherit.ts'
import { translatePost } from './translate.ts'

type RepostDeps = Pick<PlanningDeps, 'db' | 'clock'> & { readonly guards: Pick<PlanningDeps['guards'], 'translate'> }

/**
 * Reposts a published post to the child profiles whose links say so, on their accounts of the same platforms. A profile
 * that already has a descendant of the root post gets none. May run twice.
 */
export async function repostPost(deps: RepostDeps, postId: PostId): Promise<void> {
  const [post] = await listPostsByIds(deps.db, [postId])
  if (!post || post.deletedAt !== null) return
  const links = await listRepostLinks(deps, post)
  const translated = await translateFor(deps, post, links)
  await inTx(deps.db, async (tx) => {
    const rootId = post.rootPostId ?? post.id
    // The lock on the root post makes reposts of its family decide one at a time who already has it.
    const [root] = await lockPosts(tx, [rootId])
    const reached = new Set((await listDescendants(tx, rootId)).map(({ profileId }) => profileId))
    if (root) reached.add(root.profileId)
    const targets = (await listTargetsOfPosts(tx, [post])).get(post.id) ?? []
    const published = new Set(targets.flatMap(({ status, network }) => (status === 'published' ? [network] : [])))
    const networksOf = await listNetworks(
      tx,
      links.map(({ childId }) => childId),
    )
    const orders = links.flatMap(({ childId, inheritanceRules }) => {
      const networks = networksOf.get(childId)?.intersection(published)
      if (!networks?.size || reached.has(childId)) return []
      const rules = readRules(inheritanceRules)
      const differs = {
        profileId: childId,
        kind: 'child' as const,
        rootPostId: rootId,
        parentId: post.id,
        tags: prefixTags(post.tags, rules),
        ...(rules.languageOverride ? { language: rules.languageOverride } : {}),
        ...translated.get(rules.languageOverride ?? ''),
      }
      const only = ({ network }: { readonly network: Network }) => networks.has(network)
      return [{ source: post, scheduledAt: deps.clock.now(), differs, only }]
    })
    await clonePosts(deps, tx, orders)
    if (orders.length > 0) await noteMaster(tx, post.id)
  })
}

const listRepostLinks = async ({ db }: RepostDeps, { profileId }: PostRow): Promise<ProfileLinkRow[]> =>
  (await listLiveLinks(db, [profileId])).filter(({ inheritanceRules }) => readRules(inheritanceRules).autoRepost)

/** Translates the post into each language that a link specifies. If that fails, the original is published. */
function translateFor({ guards: { translate } }: RepostDeps, post: PostRow, links: readonly ProfileLinkRow[]) {
  const named = links.flatMap(({ inheritanceRules }) => readRules(inheritanceRules).languageOverride ?? [])
  const languages = named.filter((language) => language !== post.language)
  return translatePost(translate, post, { languages, uid: post.ownerUid })
}
