import { openArea } from '#web/i18n/frame.ts'
import { mentionTexts } from '#web/posts/mentions/mention-texts.ts'
import { MentionBook } from './mention-book.tsx'
import { PartTabs } from './part-tabs.tsx'

/** Returns the tabs of the page and the book, after their texts. */
export async function loadBook(): Promise<{
  readonly MentionBook: typeof MentionBook
  readonly PartTabs: typeof PartTabs
}> {
  await openArea('mentions', mentionTexts)
  return { MentionBook, PartTabs }
}
