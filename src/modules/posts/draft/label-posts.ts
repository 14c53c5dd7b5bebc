import type { Tx } from '#infra/db/client.ts'
import { settleTags } from '#modules/labels/index.ts'
import type { PostRow } from '../store/posts.ts'

/** Spells the tags of posts as their labels do, just before the posts are stored. New tags become labels. */
export async function labelPosts<Built extends { readonly post: PostRow }>(
  tx: Tx,
  built: readonly Built[],
  now: Date,
): Promise<Built[]> {
  const tags = await settleTags(
    tx,
    built.map(({ post }) => post),
    now,
  )
  return built.map((one, index) => ({ ...one, post: { ...one.post, tags: tags[index] ?? [] } }))
}
