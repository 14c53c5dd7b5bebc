import type { Input } from '#sdk/index.ts'
import { findProfileId } from '#tasks/inputs/profile.ts'
import { readList } from '../arguments.ts'
import { clientCommand, type Run } from '../client-command.ts'
import { UsageFault } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Column } from '../output/table.ts'
import { postsRow, queueRow } from '../rows/posts.ts'
import { excerpt, type Post, showTime } from './show-post.ts'

const columns: readonly Column<Post>[] = [
  { title: 'WHEN', of: ({ publishedAt, scheduledAt }) => showTime(publishedAt ?? scheduledAt) },
  { title: 'STATE', of: ({ status }) => status, isState: true },
  { title: 'NETWORKS', of: ({ targets }) => [...new Set(targets.map(({ network }) => network))].join(', ') },
  { title: 'TEXT', of: ({ content }) => excerpt(content), shrinks: true },
  { title: 'POST', of: ({ id }) => id },
]

export const queue = clientCommand(queueRow, async (run) => {
  const found = await list(run, { sort: 'scheduledAt', status: ['scheduled', 'queued', 'publishing'] })
  run.out.table(found, columns, 'Nothing is scheduled.')
  return exitCodes.done.status
})

export const posts = clientCommand(postsRow, async (run) => {
  const { status, search, tag, sort } = run.flags
  const found = await list(run, {
    // The API validates the statuses and the order.
    ...(status === undefined ? {} : { status: readList(status) as Post['status'][] }),
    ...(search === undefined ? {} : { q: search }),
    ...(tag === undefined ? {} : { tag }),
    ...(sort === undefined ? {} : { sort: sort as Sort }),
  })
  run.out.table(found, columns, 'No matching posts.')
  return exitCodes.done.status
})

type Sort = NonNullable<Input<'listPosts'>['sort']>
type ListRun = Pick<Run<typeof queueRow>, 'api' | 'flags' | 'profile'>

async function list({ api, flags, profile }: ListRun, filter: Input<'listPosts'>): Promise<Post[]> {
  const most = readLimit(flags.limit)
  const within = profile === undefined ? {} : { profileId: await findProfileId(api, profile) }
  const found: Post[] = []
  for await (const post of api.each.listPosts({ ...filter, ...within, limit: Math.min(most, 100) })) {
    found.push(post)
    if (found.length >= most) break
  }
  return found
}

/** Reads `--limit`. */
export function readLimit(written = '20'): number {
  if (!/^[1-9]\d{0,4}$/.test(written)) throw new UsageFault('expects a number of at least 1, for example --limit 20')
  return Number(written)
}
