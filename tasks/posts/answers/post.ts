import { z } from 'zod'
import type { Result } from '#sdk/index.ts'
import { formatTime } from '../../format-time.ts'
import type { View } from '../../task.ts'

const target = z.object({
  id: z.string(),
  network: z.string(),
  accountId: z.string().nullable(),
  status: z.string(),
  url: z.string().nullable(),
  error: z.string().nullable(),
  waitsFor: z.string().nullable(),
  retryable: z.boolean(),
})

/** A post as tasks return it: only what a user asks about. */
export const postOutput = z.object({
  id: z.string(),
  profileId: z.string(),
  status: z.string(),
  content: z.string(),
  scheduledAt: z.string().nullable(),
  publishedAt: z.string().nullable(),
  targets: z.array(target),
})

type PostOutput = z.output<typeof postOutput>

export const shortenPost = (post: Result<'getPost'>): PostOutput => ({
  id: post.id,
  profileId: post.profileId,
  status: post.status,
  content: post.content,
  scheduledAt: post.scheduledAt,
  publishedAt: post.publishedAt,
  targets: post.targets.map(({ id, network, accountId, status, platformUrl, error, waitsFor, retryable }) => ({
    id,
    network,
    accountId,
    status,
    url: platformUrl,
    error,
    waitsFor: waitsFor?.detail ?? null,
    retryable,
  })),
})

export function describePost(post: PostOutput, view: View): string {
  const head = `${sayStatus(post, view)}: ${quote(post.content)} ${post.id}`
  return [head, ...post.targets.map(describeTarget)].join('\n')
}

function sayStatus({ status, scheduledAt, publishedAt }: PostOutput, { timezone }: View): string {
  const word = status.charAt(0).toUpperCase() + status.slice(1)
  if (publishedAt) return `${word} ${formatTime(publishedAt, timezone)}`
  return scheduledAt ? `${word} for ${formatTime(scheduledAt, timezone)}` : word
}

function describeTarget({ network, status, url, error, waitsFor }: PostOutput['targets'][number]): string {
  const more = [url, error, waitsFor && `waiting: ${waitsFor}`].filter((text) => text)
  return [`- ${network}: ${status}`, ...more].join(', ')
}

/** Quotes the beginning of a text, on one line. */
function quote(content: string): string {
  const line = content.replaceAll(/\s+/g, ' ').trim()
  return line.length > 80 ? `“${line.slice(0, 79).toWellFormed()}…”` : `“${line}”`
}
