import { openArea } from '#web/i18n/frame.ts'
import { mentionTexts } from '#web/posts/mentions/mention-texts.ts'
import { MentionList } from './mention-list.tsx'

/** Returns the list after its texts. */
export async function loadList(): Promise<typeof MentionList> {
  await openArea('mentions', mentionTexts)
  return MentionList
}
