import type { Caller } from '#kernel/caller.ts'
import type { MediaId } from '#kernel/ids.ts'
import { mediaFor } from '#modules/media/index.ts'
import type { PostDeps } from '../../deps.ts'
import { countPostsUsing, listPostsUsing } from '../../store/media-uses.ts'

const most = 50

/** Returns the posts that use a file, newest first: those that the caller sees, and how many there are in all. */
export async function readMediaPosts({ db }: Pick<PostDeps, 'db'>, caller: Caller, id: MediaId) {
  await mediaFor(db, caller, id, 'viewer')
  const [total, posts] = await Promise.all([countPostsUsing(db, id), listPostsUsing(db, caller, id, most)])
  return { total, posts: posts.map((post) => ({ ...post, content: post.content.toWellFormed() })) }
}
