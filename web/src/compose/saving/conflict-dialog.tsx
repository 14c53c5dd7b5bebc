import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { type Clash, canHaveBoth, type Side } from '../draft/merge.ts'
import { splitWords } from '../draft/words.ts'
import { nameField } from './name-field.ts'

interface ConflictDialogProps {
  readonly clashes: readonly Clash[]
  readonly onSettle: (sides: Readonly<Record<string, Side>>) => void
  readonly onClose: () => void
}

/** Shows both texts side by side and asks which one to keep. */
export function ConflictDialog({ clashes, onSettle, onClose }: ConflictDialogProps) {
  const { saving, shell } = useMessages()
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  return (
    <Dialog title={saving.conflictTitle} lead={saving.conflictLead} isWide onClose={onClose}>
      {clashes.map((clash) => (
        <ClashCard
          key={clash.field}
          clash={clash}
          side={sides[clash.field] ?? 'mine'}
          onChoose={(side) => setSides({ ...sides, [clash.field]: side })}
        />
      ))}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.close}
        </Button>
        <Button variant="primary" onClick={() => onSettle(sides)}>
          {saving.settle}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface CardProps {
  readonly clash: Clash
  readonly side: Side
  readonly onChoose: (side: Side) => void
}

function ClashCard({ clash: { field, mine, theirs }, side, onChoose }: CardProps) {
  const messages = useMessages()
  const { saving } = messages
  const choices: readonly Side[] = canHaveBoth(field, mine, theirs) ? ['mine', 'theirs', 'both'] : ['mine', 'theirs']
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-medium">{nameField(field, messages)}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <Version title={saving.sides.mine} text={mine} other={theirs} isChosen={side !== 'theirs'} />
        <Version title={saving.sides.theirs} text={theirs} other={mine} isChosen={side !== 'mine'} />
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {choices.map((choice) => (
          <label key={choice} className="flex min-h-9 cursor-pointer items-center gap-2">
            <input type="radio" name={field} checked={side === choice} onChange={() => onChoose(choice)} />
            {saving.choose[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface VersionProps {
  readonly title: string
  readonly text: string
  readonly other: string
  readonly isChosen: boolean
}

function Version({ title, text, other, isChosen }: VersionProps) {
  const { saving } = useMessages()
  return (
    <div className={`grid content-start gap-1 rounded-md border p-3 ${isChosen ? 'border-brand' : 'border-line'}`}>
      <p className="text-ink-3 text-sm">{title}</p>
      <p dir="auto" className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words">
        {text === '' && <span className="text-ink-3">{saving.nothing}</span>}
        {splitWords(text, other).map(({ key, words, isNew }) =>
          isNew ? (
            <mark key={key} className="rounded-sm bg-partial/20 text-ink">
              {words}
            </mark>
          ) : (
            words
          ),
        )}
      </p>
    </div>
  )
}
