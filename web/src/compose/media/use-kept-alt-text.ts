import { useEffect, useEffectEvent, useRef } from 'react'
import { api } from '#web/app/api.ts'
import type { DraftMedia } from '../draft/draft.ts'
import type { ShownFiles } from './shown-media.ts'

/**
 * Stores an alt text that is written here in the library as well, so that the next post with the file has it. It never
 * replaces one from elsewhere. Returns a function that notes a file whose alt text has been changed here.
 */
export function useKeptAltText(
  media: readonly DraftMedia[],
  files: ShownFiles,
  openKey: string | null,
): (key: string) => void {
  const changed = useRef(new Set<string>())
  /** Texts that were stored from here, by file: they may be corrected from here. */
  const stored = useRef(new Map<string, string>())
  const keep = useEffectEvent((openKey: string | null) => {
    for (const { key, storagePath, altText } of media) {
      const known = files.get(storagePath ?? '')
      if (!known || key === openKey || altText.trim() === '' || !changed.current.has(key)) continue
      changed.current.delete(key)
      if (known.altText !== null && known.altText !== stored.current.get(known.id)) continue
      stored.current.set(known.id, altText.trim())
      // The post has it in any case.
      api.updateMedia({ id: known.id, altText: altText.trim() }).catch(() => {})
    }
  })
  // A file that is still being uploaded gets its text afterwards.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the library knows a file only some time after its upload
  useEffect(() => keep(openKey), [openKey, files])
  useEffect(() => () => keep(null), [])
  return (key) => changed.current.add(key)
}
