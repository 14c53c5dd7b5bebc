import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useKey } from '#web/lib/browser/use-key.ts'
import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { useRights } from '../rights/rights.ts'

// Neither is needed before the first paint.
const loadPalette = makeImport(() => import('./palette.tsx'))
const Palette = makeLatePart(async () => (await loadPalette()).Palette)
const loadKeys = makeImport(() => import('./keys-dialog.tsx'))
const KeysDialog = makeLatePart(async () => (await loadKeys()).KeysDialog)

/** The keys that work on every page, and what they open. */
export function Shortcuts({ profileId }: { readonly profileId: string }) {
  const navigate = useNavigate()
  const { mayWrite } = useRights()
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  useKey({
    ...(mayWrite && { c: () => void navigate({ to: '/p/$profileId/compose', params: { profileId } }) }),
    '?': () => setOpen('keys'),
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setOpen('palette')
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const close = () => setOpen(null)
  return (
    <>
      {open === 'palette' && <Palette profileId={profileId} onShowKeys={() => setOpen('keys')} onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
    </>
  )
}
