import type { Extras } from '#connectors/contract/extras.ts'
import { limitsOf } from '#connectors/registry.ts'
import type { Db } from '#infra/db/client.ts'
import type { PostId } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import type { MediaRow } from '#modules/media/index.ts'
import type { Format, Limits } from '#rules/limits.ts'
import { checkTarget } from '../check/check-draft.ts'
import { formatFor, partsFor } from '../check/parts-for.ts'
import type { Overrides, PostMedia } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import type { Draft, DraftTarget } from '../draft/draft.ts'
import { loadStoredPosts } from '../draft/load-posts.ts'
import { listPostsByIds, type PostRow } from '../store/posts.ts'
import { listTargets, type TargetRow } from '../store/targets.ts'

interface Pictured {
  readonly file: MediaRow
  readonly altText: string | null
  readonly view?: NonNullable<PostMedia['view']>
}

interface ShownPart {
  readonly text: string
  readonly media: readonly Pictured[]
}

/** One target as its network will show it. */
export interface ShownTarget {
  readonly row: TargetRow
  readonly limits: Limits
  /** Null if no account is connected there. */
  readonly handle: string | null
  readonly displayNameOf: TargetRow['accountId']
  readonly format: Format
  readonly parts: readonly ShownPart[]
  readonly title: string | null
  readonly link: string | null
  readonly firstComment: string | null
  readonly extras: Extras
}

interface ShownPost {
  readonly post: PostRow
  /** The post itself, if it has no targets yet. */
  readonly parts: readonly ShownPart[]
  readonly targets: readonly ShownTarget[]
}

/**
 * Reads a post as each of its networks will show it, with the text as the network's connector sends it. The caller has
 * checked access.
 */
export async function showPost(deps: Pick<PostDeps, 'connectors'>, db: Db, id: PostId): Promise<ShownPost | null> {
  const [post] = await listPostsByIds(db, [id])
  if (!post) return null
  const [draft] = await loadStoredPosts(db, [{ post, rows: await listTargets(db, id) }])
  if (!draft) throw new Error('one post is loaded as one draft')
  const accounts = await listProfileAccounts(db, post.profileId)
  const targets = draft.targets.flatMap((row) => {
    const connector = deps.connectors[row.network]
    if (!connector) return []
    const account =
      row.account ?? accounts.find(({ network, isDefault }) => network === row.network && isDefault) ?? null
    const { plan, outgoing } = checkTarget(deps, draft, { ...row, account })
    const texts = plan ? [plan.text, ...plan.thread.map(({ text }) => text)] : outgoing?.parts.map(({ text }) => text)
    return {
      row,
      limits: limitsOf(connector, account?.facts ?? {}),
      handle: account?.handle ?? null,
      displayNameOf: account?.id ?? null,
      format: formatFor(post, row.overrides),
      parts: listParts(draft, row.overrides, texts ?? []),
      title: outgoing?.title ?? post.title,
      link: outgoing ? outgoing.link : post.link,
      firstComment: outgoing?.firstComment ?? post.firstComment,
      extras: plan?.extras ?? {},
    }
  })
  return { post, parts: listParts(draft, {}, []), targets }
}

/** Lists the parts of a post with their files. `texts` are the texts as they are sent, if known. */
function listParts(
  { post, files }: Pick<Draft<DraftTarget, PostRow>, 'post' | 'files'>,
  overrides: Overrides,
  texts: readonly string[],
): ShownPart[] {
  return partsFor(post, overrides).map((part, no) => ({
    text: texts[no] ?? part.content,
    media: part.media.flatMap(({ mediaId, altText, view }) => {
      const file = mediaId === null ? undefined : files.get(mediaId)
      return file ? [{ file, altText: altText ?? file.altText, ...(view ? { view } : {}) }] : []
    }),
  }))
}
