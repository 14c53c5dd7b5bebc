import { count } from '#rules/count/count.ts'
import { limitsForFormat } from '#rules/limits.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { LimitsByNetwork } from '../../check/limits.ts'
import type { Account, Draft } from '../../draft/draft.ts'
import { kindFor } from '../../draft/parts.ts'

interface AltTextProps {
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly limits: LimitsByNetwork
  readonly value: string
  readonly onChange: (value: string) => void
  /** The alt text of the file in the library. */
  readonly inLibrary: string
  readonly isSaved: boolean
  readonly onSaved: (isSaved: boolean) => void
}

/** The alt text of the file, with the room on the strictest network, and the one that the library has. */
export function AltTextPart(props: AltTextProps) {
  const { draft, targets, limits, value, onChange, inLibrary, isSaved, onSaved } = props
  const { composeMedia, images: words } = useMessages('images')
  const strictest = findStrictest(value, draft, targets, limits)
  const says = strictest && words.left(strictest.left, networks[strictest.account.network].name)
  const isOver = strictest !== null && strictest.left < 0
  return (
    <div className="grid gap-2">
      <TextArea
        dir="auto"
        label={composeMedia.altText}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        hint={says}
        error={isOver ? (says ?? undefined) : undefined}
        className="min-h-20!"
      />
      {inLibrary !== '' && inLibrary !== value.trim() && (
        <Button isSmall className="justify-self-start" onClick={() => onChange(inLibrary)}>
          {words.useLibrary}
        </Button>
      )}
      {value.trim() !== '' && value.trim() !== inLibrary && (
        <label className="flex min-h-8 cursor-pointer items-center gap-2.5 max-md:min-h-11">
          <input
            type="checkbox"
            className="size-4"
            checked={isSaved}
            onChange={({ target }) => onSaved(target.checked)}
          />
          {words.saveInLibrary}
        </label>
      )}
    </div>
  )
}

/** Returns the network with the least room for an alt text, among those that have one. */
function findStrictest(value: string, draft: Draft, targets: readonly Account[], limits: LimitsByNetwork) {
  const rooms = targets.flatMap((account) => {
    const rules = limits.get(account.network)
    if (!rules) return []
    const { altText, dialect } = limitsForFormat(rules, kindFor(draft, account.id))
    return altText.max > 0 ? [{ account, left: altText.max - count(value, altText, dialect) }] : []
  })
  return rooms.sort((a, b) => a.left - b.left)[0] ?? null
}
