import type { Result } from '#sdk/index.ts'
import { formatTime } from '#tasks/format-time.ts'
import { clean, cut } from '../output/clean.ts'
import type { Output } from '../output/output.ts'

export type Post = Result<'getPost'>
export type Target = Post['targets'][number]

/** Times are shown in this machine's time zone. */
const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

export const showTime = (at: string | null): string => (at === null ? '' : formatTime(at, timezone))

/** Prints a post: one line about it, and a row for each account. */
export function showPost(out: Output, post: Post): void {
  out.show(post, () => [sayPost(post), ''])
  if (out.isJson) return
  out.table(
    post.targets,
    [
      { title: 'NETWORK', of: ({ network }) => network },
      { title: 'STATE', of: ({ status }) => status, isState: true },
      { title: 'DETAIL', of: sayDetail, shrinks: true },
      { title: 'TARGET', of: ({ id }) => id },
    ],
    'The post has no accounts to publish to yet.',
  )
}

function sayPost({ id, status, content, scheduledAt, publishedAt }: Post): string {
  const when = publishedAt ? ` ${showTime(publishedAt)}` : scheduledAt ? ` for ${showTime(scheduledAt)}` : ''
  return `${id}  ${status}${when}  ${excerpt(content)}`
}

/** Returns the URL of a published target, or the reason for any other state. */
export const sayDetail = ({ platformUrl, error, waitsFor }: Target): string =>
  platformUrl ?? error ?? (waitsFor ? `waiting: ${waitsFor.detail}` : '')

export const excerpt = (content: string): string => cut(clean(content), 60)
