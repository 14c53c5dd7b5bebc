import type { PostId } from '#kernel/ids.ts'
import { postSummary } from '../schema/answers/lists.ts'
import { post } from '../schema/answers/post.ts'
import { type PageSize, type PostSummaryRow, type PostView, summaries, wholePosts } from '../store/page.ts'
import type { PostRow } from '../store/posts.ts'
import { presentPosts } from './present.ts'
import { summariesAtOnce, wholeAtOnce } from './stream-posts.ts'
import { type SummaryDeps, summarizePosts } from './summarize.ts'

/** A way to show a list of posts: what is read of each, and how it becomes JSON. */
export interface ListView<Row extends { readonly id: PostId }> {
  readonly read: PostView<Row>
  readonly encode: (posts: readonly Row[]) => Promise<readonly string[]>
  /** The size of one read of a list that is sent whole. */
  readonly atOnce: PageSize
}

export const fullView = ({ db }: Pick<SummaryDeps, 'db'>): ListView<PostRow> => ({
  read: wholePosts,
  encode: async (posts) => (await presentPosts(db, posts)).map((one) => JSON.stringify(post.encode(one))),
  atOnce: wholeAtOnce,
})

export const summaryView = (deps: SummaryDeps): ListView<PostSummaryRow> => ({
  read: summaries,
  encode: async (posts) => (await summarizePosts(deps, posts)).map((one) => JSON.stringify(postSummary.encode(one))),
  atOnce: summariesAtOnce,
})
