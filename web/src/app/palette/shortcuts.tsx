import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
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
  const takeTyped = useEarlyKeys(open === 'palette')
  const close = () => shortcutDialog.write(null)
  return (
    <>
      {open === 'palette' && (
        <Palette
          profileId={profileId}
          takeTyped={takeTyped}
          onShowKeys={() => shortcutDialog.write('keys')}
          onClose={close}
        />
      )}
      {open === 'keys' && <KeysDialog onClose={close} />}
      {isCodeOpen && <AsCodeDialog profileId={profileId} onClose={() => isCodeShown.write(false)} />}
    </>
  )
}

/**
 * Collects what is typed while the palette opens, whose code may have to be fetched, until its field has the focus.
 * Returns a function that hands the text to the field.
 */
function useEarlyKeys(isOpen: boolean): () => string {
  const typed = useRef('')
  const [isTaken, setTaken] = useState(false)
  useEffect(() => {
    if (!isOpen) return setTaken(false)
    if (isTaken) return
    typed.current = ''
    const collect = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') shortcutDialog.write(null)
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key.length === 1) typed.current += event.key
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    document.addEventListener('keydown', collect, { capture: true })
    return () => document.removeEventListener('keydown', collect, { capture: true })
  }, [isOpen, isTaken])
  return () => {
    setTaken(true)
    const text = typed.current
    typed.current = ''
    return text
  }
}
