import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import type { Clash, Side } from '../draft/merge.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

interface ConflictProps {
  readonly clashes: readonly Clash[]
  readonly onSettle: (sides: Readonly<Record<string, Side>>) => void
}

/** Says that there are two versions. They are compared at once, and can be compared later: writing goes on meanwhile. */
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
