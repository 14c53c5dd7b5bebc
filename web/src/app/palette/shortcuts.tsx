import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useKey } from '#web/lib/browser/use-key.ts'
import { makeImport } from '#web/lib/make-import.ts'
import { useStore } from '#web/lib/store.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { isCodeShown } from '../form-calls.ts'
import { useRights } from '../rights/rights.ts'
import { shortcutDialog } from '../shortcut-dialog.ts'
import { useListKeys } from './use-list-keys.ts'

// Neither is needed before first paint.
const loadPalette = makeImport(() => import('./palette.tsx'))
const Palette = makeLatePart(async () => (await loadPalette()).Palette)
const loadKeys = makeImport(() => import('./keys-dialog.tsx'))
const KeysDialog = makeLatePart(async () => (await loadKeys()).KeysDialog)
const loadCode = makeImport(() => import('../as-code/as-code-dialog.tsx'))
const AsCodeDialog = makeLatePart(async () => (await loadCode()).AsCodeDialog)

/** The shortcuts that work on every page, and the dialogs that they open. */
export function Shortcuts({ profileId }: { readonly profileId: string }) {
  const navigate = useNavigate()
  const { mayWrite } = useRights()
  const open = useStore(shortcutDialog)
  const isCodeOpen = useStore(isCodeShown)
  useKey({
    ...(mayWrite && { c: () => void navigate({ to: '/p/$profileId/compose', params: { profileId } }) }),
    '?': () => shortcutDialog.write('keys'),
  })
  useListKeys()
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey) return
      const isPalette = event.key.toLowerCase() === 'k' && !event.altKey
      // With the Option key of a Mac, `event.key` is another letter.
      const isCode = event.code === 'KeyC' && event.altKey
      if (!isPalette && !isCode) return
      event.preventDefault()
      if (isPalette) shortcutDialog.write('palette')
      else isCodeShown.write(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const close = () => shortcutDialog.write(null)
  return (
    <>
      {open === 'palette' && (
        <Palette profileId={profileId} onShowKeys={() => shortcutDialog.write('keys')} onClose={close} />
      )}
      {open === 'keys' && <KeysDialog onClose={close} />}
      {isCodeOpen && <AsCodeDialog profileId={profileId} onClose={() => isCodeShown.write(false)} />}
    </>
  )
}
