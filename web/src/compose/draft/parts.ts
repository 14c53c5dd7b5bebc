import { chooseParts } from '#rules/thread.ts'
import type { Draft, DraftMedia, Format } from './draft.ts'
import { readMedia } from './stored.ts'

interface Part {
  readonly content: string
  readonly media: readonly DraftMedia[]
}

/** Returns the parts that an account publishes: its own text and files first, and the thread as chosen for it. */
export function partsFor({ content, media, thread, own }: Draft, accountId: string): readonly Part[] {
  const values = own[accountId]
  const files = values?.media ? readMedia(values.media) : media
  return chooseParts([{ content: values?.content ?? content, media: files }, ...thread], values?.thread)
}

/** Returns the kind of post that an account publishes. */
export const kindFor = ({ format, own }: Draft, accountId: string): Format => own[accountId]?.format ?? format
