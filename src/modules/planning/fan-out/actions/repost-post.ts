import { inTx } from '#infra/db/client.ts'
import type { PostId } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
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
import type { PlanningDeps } from '../../deps.ts'
import { prefixTags, readRules } from '../inherit.ts'
import { translateTexts } from '../translate.ts'

type RepostDeps = Pick<PlanningDeps, 'db' | 'clock'> & { readonly guards: Pick<PlanningDeps['guards'], 'translate'> }

/**
 * Publishes a post that is out on the profiles below its own whose links say so, on their accounts of the same
 * platforms. A profile that already has a descendant of the root post gets none. May run twice.
 */
export async function repostPost(deps: RepostDeps, postId: PostId): Promise<void> {
  const [post] = await listPostsByIds(deps.db, [postId])
  if (!post || post.deletedAt !== null) return
  const links = await listRepostLinks(deps, post)
  const contents = await translateFor(deps, post, links)
  await inTx(deps.db, async (tx) => {
    const rootId = post.rootPostId ?? post.id
    // The lock of the root post lets one repost of its family at a time decide who has it already.
    const [root] = await lockPosts(tx, [rootId])
    const reached = new Set((await listDescendants(tx, rootId)).map(({ profileId }) => profileId))
    if (root) reached.add(root.profileId)
    const targets = (await listTargetsOfPosts(tx, [post])).get(post.id) ?? []
    const published = new Set(targets.flatMap(({ status, network }) => (status === 'published' ? [network] : [])))
    const orders = []
    for (const { childId, inheritanceRules } of links) {
      if (reached.has(childId)) continue
      const accounts = (await listProfileAccounts(tx, childId)).filter(({ network }) => published.has(network))
      const networks = new Set(accounts.map(({ network }) => network))
      if (networks.size === 0) continue
      const rules = readRules(inheritanceRules)
      const content = contents.get(rules.languageOverride ?? '')
      orders.push({
        source: post,
        scheduledAt: deps.clock.now(),
        differs: {
          profileId: childId,
          kind: 'child' as const,
          rootPostId: rootId,
          parentId: post.id,
          tags: prefixTags(post.tags, rules),
          ...(rules.languageOverride ? { language: rules.languageOverride } : {}),
          ...(content === undefined ? {} : { content }),
        },
        only: ({ network }: { readonly network: string }) => [...networks].some((one) => one === network),
      })
    }
    await clonePosts(deps, tx, orders)
    if (orders.length > 0) await noteMaster(tx, post.id)
  })
}

const listRepostLinks = async ({ db }: RepostDeps, { profileId }: PostRow): Promise<ProfileLinkRow[]> =>
  (await listLiveLinks(db, [profileId])).filter(({ inheritanceRules }) => readRules(inheritanceRules).autoRepost)

/** Translates the content for each language that a link names; where that fails, the original goes out. */
async function translateFor(
  { guards: { translate } }: RepostDeps,
  { content, language: own, ownerUid: uid }: PostRow,
  links: readonly ProfileLinkRow[],
): Promise<ReadonlyMap<string, string>> {
  const named = links.flatMap(({ inheritanceRules }) => readRules(inheritanceRules).languageOverride ?? [])
  const languages = [...new Set(named)].filter((language) => language !== own)
  const found = new Map<string, string>()
  for (const language of languages) {
    const [translated] = (await translateTexts(translate, { texts: [content], language, uid })) ?? []
    if (translated !== undefined) found.set(language, translated)
  }
  return found
}
