/** Ways to publish a thread where a network has none: as one text, or only its first part. */
export const threadChoices = ['join', 'omit'] as const
export type ThreadChoice = (typeof threadChoices)[number]

interface Part<File> {
  readonly content: string
  readonly media: readonly File[]
}

/** Returns the parts that an account publishes. Without a choice, a thread stays one. */
export function chooseParts<File>(
  parts: readonly Part<File>[],
  choice: ThreadChoice | undefined,
): readonly Part<File>[] {
  if (choice === 'omit') return parts.slice(0, 1)
  return choice === 'join' ? [joinParts(parts)] : parts
}

const joinParts = <File>(parts: readonly Part<File>[]): Part<File> => ({
  content: parts
    .map((part) => part.content.trim())
    .filter((text) => text !== '')
    .join('\n\n'),
  media: parts.flatMap((part) => part.media),
})
