import { find } from '#rules/find/find.ts'
import type { CaptionsInput } from '../schema.ts'

/** The author's text, split into parts. A caption contains nothing else. */
export interface Source {
  readonly title: string
  readonly description: string
  /** The description without the hashtags at its end. */
  readonly body: string
  /** Hashtags without the sign, in order, without duplicates. */
  readonly tags: readonly string[]
  readonly link: string | null
  readonly tone: CaptionsInput['tone']
  readonly language: string | undefined
  /** The whole input, for comparison. */
  readonly all: string
}

export function readSource({ title, description, link, tone, language }: CaptionsInput): Source {
  const text = tidy(description)
  const body = withoutTagsAtEnd(text)
  const found = find(text, 'fediverse').flatMap(({ kind, value }) => (kind === 'tag' ? [value] : []))
  const all = [title ?? '', text, link ?? ''].join('\n')
  return {
    title: tidy(title ?? ''),
    description: text,
    body,
    tags: uniqueTags(found),
    link: link ?? null,
    tone,
    language,
    all,
  }
}

/** Removes tags that differ only in case. */
export const uniqueTags = (tags: readonly string[]): string[] => [
  ...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values(),
]

function withoutTagsAtEnd(text: string): string {
  let left = text
  for (;;) {
    const start = Math.max(left.lastIndexOf(' '), left.lastIndexOf('\n')) + 1
    if (!/^#[\p{L}\p{N}_]+$/u.test(left.slice(start))) return left
    left = left.slice(0, start).trimEnd()
  }
}

const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/[\t ]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
