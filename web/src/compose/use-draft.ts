import { useEffect, useState } from 'react'
import { type Draft, emptyDraft } from './draft.ts'

/**
 * Holds the draft, and a copy of its words in the browser at every change: a crash, a lost session or a closed tab loses
 * nothing. Files that were being uploaded are not kept.
 */
export function useDraft(place: string, given: Draft | null) {
  const key = `posthorn.draft.${place}`
  const [draft, setDraft] = useState<Draft>(() => given ?? readCopy(key) ?? emptyDraft)
  useEffect(() => {
    const isEmpty = draft.content === '' && draft.media.length === 0 && Object.keys(draft.ownTexts).length === 0
    if (isEmpty) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(copyOf(draft)))
  }, [key, draft])
  return {
    draft,
    /** Any change of what is said takes back the acceptance of warnings, which was given for other words. */
    change: (changes: Partial<Draft>) => setDraft((before) => ({ ...before, confirmed: [], ...changes })),
    update: (revise: (before: Draft) => Draft) => setDraft(revise),
    forget: () => localStorage.removeItem(key),
  }
}

const copyOf = (draft: Draft): Draft => ({
  ...draft,
  media: draft.media
    .filter(({ storagePath }) => storagePath !== null)
    .map((file) => ({ ...file, shownAt: file.shownAt.startsWith('blob:') ? '' : file.shownAt })),
})

function readCopy(key: string): Draft | null {
  const text = localStorage.getItem(key)
  if (text === null) return null
  try {
    return { ...emptyDraft, ...(JSON.parse(text) as Draft) }
  } catch {
    return null
  }
}
