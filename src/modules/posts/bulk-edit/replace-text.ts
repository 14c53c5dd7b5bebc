import { refuseInput } from '#kernel/errors.ts'
import type { Overrides, PostMedia } from '../content.ts'
import type { BulkChanges, ReplaceablePart } from './schema.ts'
import type { EditablePost, EditableTarget } from './wire-patch.ts'

type Replacement = NonNullable<BulkChanges['replace']>

/** No text of a post is longer. Checked before a longer one is built. */
const textMax = 100_000

/** Replaces a text in the chosen parts of a post. Pure. */
export function replaceInPost(post: EditablePost, { in: parts, ...rest }: Replacement): EditablePost {
  const has = (part: ReplaceablePart): boolean => parts.includes(part)
  const swap = (text: string, path: string): string => replaceAll(text, rest, path)
  const describe = describeFiles(has('altText'), swap)
  return {
    ...post,
    content: has('content') ? swap(post.content, '/content') : post.content,
    title: has('title') && post.title !== null ? swap(post.title, '/title') : post.title,
    firstComment:
      has('firstComment') && post.firstComment !== null ? swap(post.firstComment, '/firstComment') : post.firstComment,
    link: has('link') && post.link !== null ? swap(post.link, '/link') : post.link,
    media: describe(post.media, '/media'),
    thread: post.thread.map(({ content, media }, index) => ({
      content: has('thread') ? swap(content, `/thread/${index}/content`) : content,
      media: describe(media, `/thread/${index}/media`),
    })),
  }
}

/** Does the same with the accounts' own values. */
export function replaceInTargets<Target extends EditableTarget>(
  targets: readonly Target[],
  { in: parts, ...rest }: Replacement,
): readonly Target[] {
  if (!parts.includes('targets')) return targets
  const swap = (text: string, path: string): string => replaceAll(text, rest, path)
  const describe = describeFiles(parts.includes('altText'), swap)
  return targets.map((target, index) => {
    const at = `/platforms/${index}`
    const { media } = target.overrides
    const texts = ownTexts.flatMap((field) => {
      const own = target.overrides[field]
      return parts.includes(field) && typeof own === 'string' ? [[field, swap(own, `${at}/${field}`)] as const] : []
    })
    const overrides: Overrides = {
      ...target.overrides,
      ...Object.fromEntries(texts),
      ...(media ? { media: describe(media, `${at}/media`) } : {}),
    }
    return { ...target, overrides }
  })
}

const ownTexts = ['content', 'title', 'firstComment', 'link'] as const

const describeFiles =
  (isWanted: boolean, swap: (text: string, path: string) => string) =>
  (media: readonly PostMedia[], path: string): readonly PostMedia[] =>
    isWanted
      ? media.map((file, index) =>
          file.altText === undefined ? file : { ...file, altText: swap(file.altText, `${path}/${index}/altText`) },
        )
      : media

/** Replaces each occurrence. Refuses before it builds a text that no post can have. */
function replaceAll(text: string, { find, with: by }: Pick<Replacement, 'find' | 'with'>, path: string): string {
  const pieces = text.split(find)
  if (text.length + (pieces.length - 1) * (by.length - find.length) > textMax) {
    const message = `must be at most ${textMax} characters long`
    refuseInput({ path, code: 'too_big', message, params: { maximum: textMax } })
  }
  return pieces.join(by)
}
