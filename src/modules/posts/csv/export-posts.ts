import type { Readable } from 'node:stream'
import { byteOrderMark, writeCsvRow } from '#infra/csv/write-row.ts'
import type { Caller } from '#kernel/caller.ts'
import { publishingProfileFor } from '#modules/accounts/index.ts'
import { readApprovalMarks } from '../approvals/marks.ts'
import type { PostDeps } from '../deps.ts'
import { streamPosts } from '../reading/stream-posts.ts'
import { listSoonestPosts } from '../store/list.ts'
import { wholePosts } from '../store/page.ts'
import type { PostRow } from '../store/posts.ts'
import { listTargetsOfPosts } from '../store/targets.ts'
import { columns, type ExportedPost, shownColumns } from './columns.ts'
import type { ExportQuery } from './schema.ts'

const written: Readonly<Record<string, (exported: ExportedPost) => string>> = {
  ...shownColumns,
  ...Object.fromEntries(Object.entries(columns).map(([name, { write }]) => [name, write])),
}

/** Writes the posts of a profile as CSV, soonest first, in bounded memory. */
export async function exportPosts(deps: PostDeps, caller: Caller, query: ExportQuery): Promise<Readable> {
  const profile = await publishingProfileFor(deps.db, caller, query.profileId, 'read')
  const defaults = new Set<string>(profile.accounts.flatMap(({ id, isDefault }) => (isDefault ? [id] : [])))
  const separator = query.separator === 'semicolon' ? ';' : ','
  const writers = Object.values(written)
  const before = (query.bom === 'true' ? byteOrderMark : '') + writeCsvRow(Object.keys(written), separator)
  const filter = { ...query, onlyScheduled: false }
  return streamPosts<PostRow>({
    around: { before, between: '', after: '' },
    readOn: (last, size) => listSoonestPosts(deps.db, [query.profileId], filter, last, size, wholePosts),
    encode: async (posts) => {
      const targets = await listTargetsOfPosts(deps.db, posts)
      const markOf = await readApprovalMarks(deps, deps.db, posts)
      return posts.map((post) => {
        const { needsApproval } = markOf(post.id)
        const exported = { post, targets: targets.get(post.id) ?? [], needsApproval, defaults }
        return writeCsvRow(
          writers.map((write) => write(exported)),
          separator,
        )
      })
    },
  })
}
