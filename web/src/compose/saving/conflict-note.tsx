import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { makeImport } from '#web/lib/make-import.ts'
import { Button } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import type { Clash, Side } from '../draft/merge.ts'

// It brings the comparison of words, which most drafts never need.
const loadDialog = makeImport(() => import('./conflict-dialog.tsx'))
const ConflictDialog = makeLatePart(async () => (await loadDialog()).ConflictDialog)

interface ConflictProps {
  readonly clashes: readonly Clash[]
  readonly onSettle: (sides: Readonly<Record<string, Side>>) => void
}

/** Shows that there are two versions. They can be compared now or later; writing can continue. */
export function ConflictNote({ clashes, onSettle }: ConflictProps) {
  const { saving } = useMessages()
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <div
        role="status"
        className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-failed/40 bg-failed/8 p-3"
      >
        <p className="text-ink-2">{saving.conflictLead}</p>
        <Button onClick={() => setOpen(true)}>{saving.compare}</Button>
      </div>
      {isOpen && <ConflictDialog clashes={clashes} onSettle={onSettle} onClose={() => setOpen(false)} />}
    </>
  )
}
