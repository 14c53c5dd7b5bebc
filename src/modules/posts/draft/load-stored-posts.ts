import type { Db } from '#infra/db/client.ts'
import { readAccountsByIds } from '#modules/accounts/index.ts'
import { findMediaByIds } from '#modules/media/index.ts'
import type { PostRow } from '../store/posts.ts'
import type { TargetRow } from '../store/targets.ts'
import { listMediaIds } from './content.ts'
import type { Draft, DraftTarget } from './draft.ts'

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
