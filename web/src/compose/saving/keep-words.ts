import { emptyDraft, newKey } from '../draft/draft.ts'
import { dropCopy, keepCopy } from './copies.ts'

/** Stores text in this browser as a new post. The composer continues with it and saves it to the service. */
export async function keepWords(profileId: string, content: string, id = newKey()): Promise<void> {
  if (content === '') return await dropCopy(id)
  await keepCopy({
    id,
    profileId,
    postId: null,
    draft: { ...emptyDraft, content },
    base: null,
    birth: null,
    sent: [],
    savedAt: new Date().toISOString(),
    isGiven: true,
  })
}
