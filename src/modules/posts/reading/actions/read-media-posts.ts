import type { Caller } from '#kernel/caller.ts'
import type { MediaId, ProfileId } from '#kernel/ids.ts'
import { mediaFor } from '#modules/media/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PostDeps } from '../../deps.ts'
import { countPostsUsing, countUsesOfFiles, listPostsUsing } from '../../store/media-uses.ts'

const most = 50

/** Returns the posts that use a file, newest first: those that the caller can see, and how many there are in all. */
export async function readMediaPosts({ db }: Pick<PostDeps, 'db'>, caller: Caller, id: MediaId) {
  await mediaFor(db, caller, id, 'viewer')
  const [total, posts] = await Promise.all([countPostsUsing(db, id), listPostsUsing(db, caller, id, most)])
  return { total, posts: posts.map((post) => ({ ...post, content: post.content.toWellFormed() })) }
}

/** Returns the files of a profile that posts use, each with the number of those posts. */
export async function readMediaUses({ db }: Pick<PostDeps, 'db'>, caller: Caller, profileId: ProfileId) {
  await profileFor(db, caller, profileId, 'viewer')
  return { uses: await countUsesOfFiles(db, profileId) }
}
